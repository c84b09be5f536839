import type { Order } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { statusLook, statusName } from './order-status.ts'

/** How an order stands: shape, word and colour. */
export const StatusChip = ({ order }: { order: Pick<Order, 'kind' | 'status' | 'endedAt' | 'reason'> }) => {
  const { t } = useTranslation('orders')
  const name = statusName(order)
  const { icon, tone } = statusLook(name)
  return (
    <Chip tone={tone}>
      <Icon name={icon} size={16} />
      {t(`status.${name}`)}
    </Chip>
  )
}
