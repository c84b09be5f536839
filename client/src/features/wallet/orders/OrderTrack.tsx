import { bodyCode } from '@minefall/shared/contracts'
import type { Order, OrderDetail } from '@minefall/shared/contracts/rest'
import { isEnded } from '@minefall/shared/payments'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isCallError } from '../../../lib/call-error.ts'
import { formatWhen, useToday } from '../../../lib/days.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { QueryState, useFailureText } from '../../../parts/QueryState.tsx'
import shape from '../../../styles/shape.module.css'
import { Chip } from '../../../ui/Chip.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { ChatButton } from '../../chat/index.ts'
import styles from './detail.module.css'
import { type StatusName, statusLook, statusName } from './order-status.ts'
import type { useOrder } from './use-orders.ts'

/** What keeps an order from being shown, or from being up to date; one that there is not is not asked for again. */
export const OrderTrouble = ({ of }: { of: ReturnType<typeof useOrder> }) => {
  const { t } = useTranslation('orders')
  const failure = useFailureText(of.error)
  const isNone = of.isError && isCallError(of.error) && of.error.code === bodyCode.notFound
  if (isNone)
    return <EmptyState face="sweat" title={t('detailNone')} text={t('detailNoneText')} role="alert" />
  return (
    <QueryState
      of={of}
      waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
      failed={{ title: t('detailFailed'), text: failure }}
      old={t('old')}
    />
  )
}

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
        <ChatButton variant="text" onOpen={() => void navigate({ to: '/' }).catch(() => undefined)} />
      </div>
    </section>
  )
}

/** How an order stands: shape, word and color. */
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

/** Where an order of a kind goes when all is well. */
const ways = {
  deposit: ['submitted', 'paid', 'reviewing', 'completed'],
  withdrawal: ['pending', 'completed'],
} as const

/** `at` is in milliseconds since 1970, null for what has not come yet. */
type TrackStep = {
  name: StatusName
  state: 'past' | 'now' | 'good' | 'bad' | 'next'
  at: number | null
}

/** Every status an order had, each with its time, and those that are to come while it goes on. */
export const orderTrack = (
  order: Pick<OrderDetail, 'kind' | 'status' | 'endedAt' | 'reason' | 'steps'>,
): TrackStep[] => {
  const { kind, steps } = order
  const had = steps.map(({ status, at }, place): TrackStep => {
    const isLast = place === steps.length - 1
    const name = statusName({ ...order, status, endedAt: isLast ? order.endedAt : at })
    if (!isLast) return { name, state: isEnded(status) ? 'bad' : 'past', at }
    if (!isEnded(status)) return { name, state: 'now', at }
    return { name, state: status === 'completed' ? 'good' : 'bad', at }
  })
  const way: readonly string[] = ways[kind]
  const place = way.indexOf(order.status)
  if (place < 0) return had
  const ahead = way.slice(place + 1).map((status): TrackStep => {
    const name = statusName({ kind, status, endedAt: null, reason: null })
    return { name, state: 'next', at: null }
  })
  return [...had, ...ahead]
}

const iconOf = ({ name, state }: TrackStep): IconName | null => {
  if (state === 'next') return null
  return state === 'past' || state === 'good' ? 'check' : statusLook(name).icon
}

/** The status line: each step with its time, and those to come. */
export const OrderTrack = ({ order }: { order: Parameters<typeof orderTrack>[0] }) => {
  const { t, i18n } = useTranslation('orders')
  const today = useToday()
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
                {formatWhen(step.at, today, i18n.language)}
              </time>
            )}
          </li>
        )
      })}
    </ol>
  )
}
