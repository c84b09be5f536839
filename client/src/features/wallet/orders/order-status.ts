import type { Order } from '@minefall/shared/contracts/rest'
import { isEnded } from '@minefall/shared/payments'
import type { ChipProps } from '../../../ui/Chip.tsx'
import type { IconName } from '../../../ui/Icon.tsx'

type Look = { icon: IconName; tone: NonNullable<ChipProps['tone']> }

/** A status is shape, word and colour; `expired` is a failure that nobody is to blame for. */
const looks = {
  submitted: { icon: 'clock', tone: 'primary' },
  paid: { icon: 'checks', tone: 'warn' },
  reviewing: { icon: 'eye', tone: 'warn' },
  credited: { icon: 'check', tone: 'good' },
  failed: { icon: 'stop', tone: 'bad' },
  expired: { icon: 'clock', tone: 'plain' },
  waiting: { icon: 'clock', tone: 'warn' },
  paidOut: { icon: 'check', tone: 'good' },
  rejected: { icon: 'stop', tone: 'bad' },
  pending: { icon: 'clock', tone: 'plain' },
  unknown: { icon: 'help', tone: 'plain' },
} as const satisfies Record<string, Look>

export type StatusName = keyof typeof looks
export const statusNames = Object.keys(looks) as StatusName[]

/** The words for each documented status of a kind. */
const named: Record<Order['kind'], Readonly<Record<string, StatusName>>> = {
  deposit: {
    submitted: 'submitted',
    paid: 'paid',
    reviewing: 'reviewing',
    completed: 'credited',
    failed: 'failed',
  },
  withdrawal: { pending: 'waiting', completed: 'paidOut', rejected: 'rejected' },
}

type Standing = Pick<Order, 'kind' | 'status' | 'endedAt' | 'reason'>

/** What a status is called: a status that is not known is pending while its order goes on, or else unknown. */
export const statusName = ({ kind, status, endedAt, reason }: Standing): StatusName => {
  const name = Object.hasOwn(named[kind], status) ? named[kind][status] : undefined
  if (name === 'failed' && reason?.code === 'expired') return 'expired'
  return name ?? (endedAt === null && !isEnded(status) ? 'pending' : 'unknown')
}

/** What an order did to the coins: a sign only where they came or are taken. */
export const coinSign = ({ kind, status }: Pick<Order, 'kind' | 'status'>): '+' | '−' | undefined => {
  if (kind === 'deposit') return status === 'completed' ? '+' : undefined
  return status === 'rejected' ? undefined : '−'
}

export const statusLook = (name: StatusName): Look => looks[name]
