import type { Network, PaymentMethod } from '@minefall/shared/payments'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { methodIcons } from './method-icon.ts'
import styles from './methods.module.css'

type MethodCardProps = {
  method: PaymentMethod
  network: Network | null
  isSandbox: boolean
  onChange(): void
}

/** The way to pay that was chosen, and the way back to the others. */
export const MethodCard = ({ method, network, isSandbox, onChange }: MethodCardProps) => {
  const { t } = useTranslation(['deposit', 'orders'])
  return (
    <div className={styles.card}>
      <span className={styles.mark}>
        <Icon name={methodIcons[method]} />
      </span>
      <span className={styles.words}>
        <b>
          {t(`orders:method.${method}`)}
          {network !== null && ` ${network}`}
        </b>
        <small>{t(isSandbox ? 'sandboxText' : `paidHow.${method}`)}</small>
      </span>
      <Button variant="text" aria-label={t('changeWhat')} onClick={onChange}>
        {t('change')}
      </Button>
    </div>
  )
}
