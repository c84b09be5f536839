import type { OrderDetail } from '@minefall/shared/contracts/rest'
import { isEnded } from '@minefall/shared/payments'
import { type StatusName, statusName } from './order-status.ts'

/** Where an order of a kind goes when all is well. */
const ways = {
  deposit: ['submitted', 'paid', 'reviewing', 'completed'],
  withdrawal: ['pending', 'completed'],
} as const

/** `at` is in milliseconds since 1970, null for what has not come yet. */
export type TrackStep = {
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
    if (!isLast) return { name, state: 'past', at }
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
