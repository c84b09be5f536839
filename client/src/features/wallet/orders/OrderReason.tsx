import type { Order } from '@minefall/shared/contracts/rest'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon.tsx'
import { ChatButton } from '../../chat/ChatButton.tsx'
import styles from './detail.module.css'

const known = ['expired', 'declined', 'refused', 'undone'] as const
type Known = (typeof known)[number]
const knownOf = (code: string): Known | 'other' => known.find((one) => one === code) ?? 'other'

/** Why an order ended without success, and what staff said of it. Nothing of any other. */
export const OrderReason = ({ reason }: Pick<Order, 'reason'>) => {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  if (reason === null) return null
  return (
    <section className={styles.reason} aria-label={t('reason.title')} data-calm={reason.code === 'expired'}>
      <Icon name={reason.code === 'expired' ? 'clock' : 'stop'} />
      <div>
        <p>
          <b>{t(`reason.${knownOf(reason.code)}`)}</b>
          {reason.text && <span className={styles.said}>{t('reason.said', { text: reason.text })}</span>}
        </p>
        {reason.code !== 'expired' && (
          <ChatButton variant="text" onOpen={() => void navigate({ to: '/' }).catch(() => undefined)} />
        )}
      </div>
    </section>
  )
}
