import type { OrderDetail } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatTime } from '../../../lib/format.ts'
import shape from '../../../styles/shape.module.css'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { statusLook } from './order-status.ts'
import { orderTrack, type TrackStep } from './order-track.ts'
import styles from './track.module.css'

const iconOf = ({ name, state }: TrackStep): IconName | null => {
  if (state === 'next') return null
  return state === 'past' || state === 'good' ? 'check' : statusLook(name).icon
}

/** The status line: each step with its time, and those to come. */
export const OrderTrack = ({ order }: { order: OrderDetail }) => {
  const { t, i18n } = useTranslation('orders')
  return (
    <ol className={styles.track} aria-label={t('steps')}>
      {orderTrack(order).map((step) => {
        const icon = iconOf(step)
        return (
          <li
            key={`${step.name}/${step.at}`}
            className={styles.step}
            data-state={step.state}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <span className={styles.dot}>{icon && <Icon name={icon} size={16} />}</span>
            <span className={styles.name}>{t(`step.${step.name}`)}</span>
            <span className={shape.aside}>{t(`stepState.${step.state}`)}</span>
            {step.at !== null && (
              <time
                className={styles.time}
                dateTime={new Date(step.at).toISOString()}
                title={formatDateTime(step.at, i18n.language)}
              >
                {formatTime(step.at, i18n.language)}
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}
