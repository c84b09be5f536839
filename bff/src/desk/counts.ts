import { bodyCode } from '@minefall/shared/contracts'
import {
  type DeskCounts,
  hasRight,
  type Right,
  type StaffRole,
  staffRoleSchema,
} from '@minefall/shared/contracts/desk'
import { type Bus, type Clock, every, type Unsubscribe } from '@minefall/shared/node'
import { type DeskConnection, type DeskServer, roomOf } from './connection.ts'

/** The right needed for each count. */
const rights: Readonly<Record<keyof DeskCounts, Right>> = {
  conversations: 'conversations',
  deposits: 'orders.read',
  withdrawals: 'orders.read',
  reports: 'reports',
  flags: 'accounts.read',
  proposals: 'catalogue',
}
const names = ['conversations', 'deposits', 'withdrawals', 'reports', 'flags', 'proposals'] as const

/** The counts that someone of this role may read. */
const readableBy = (role: StaffRole, counts: DeskCounts): Partial<DeskCounts> =>
  Object.fromEntries(names.flatMap((name) => (hasRight(role, rights[name]) ? [[name, counts[name]]] : [])))

const isSame = (a: DeskCounts, b: DeskCounts) => names.every((name) => a[name] === b[name])

/** The shortest and longest time between two requests to the platform, in milliseconds. */
const [askEveryMs, refreshMs] = [1_000, 30_000]

export type Counts = {
  /** Sends a new desk the known counts, and asks again. */
  welcome(connection: DeskConnection): void
  close(): void
}

type CountsOptions = {
  io: DeskServer
  bus: Bus
  clock: Clock
  requestMs: number
  /** Whether a desk is open: otherwise nothing is requested. */
  isWatched: () => boolean
}

/** How much waits for staff: asked again after possible changes, and sent when a count differs. */
export const counts = ({ io, bus, clock, requestMs, isWatched }: CountsOptions): Counts => {
  let known: DeskCounts | null = null
  let isDue = false
  let askedAt = Number.NEGATIVE_INFINITY
  let asked = 0
  /** The request that the known counts answer: another node may answer the next one sooner. */
  let answered = 0

  const ask = async () => {
    isDue = false
    askedAt = clock.now()
    asked += 1
    const question = asked
    const { code, data } = await bus.request('desk.counts', {}, { timeoutMs: requestMs })
    if (code !== bodyCode.ok || !data || question < answered) return
    answered = question
    if (known && isSame(known, data)) return
    known = data
    for (const role of staffRoleSchema.options) io.to(roomOf(role)).emit('counts', readableBy(role, data))
  }
  const askIfDue = () => {
    if (isWatched() && (isDue || clock.now() - askedAt >= refreshMs)) void ask()
  }
  const due = () => {
    isDue = true
  }
  const stops: Unsubscribe[] = [
    bus.subscribe('desk.changed', null, due),
    bus.subscribe('chat.message', null, due),
    bus.onConnection(due),
    every(clock, askEveryMs, askIfDue),
  ]
  return {
    welcome({ socket, staff }) {
      if (known) socket.emit('counts', readableBy(staff.role, known))
      if (clock.now() - askedAt >= askEveryMs) void ask()
      else due()
    },
    close() {
      for (const stop of stops) stop()
    },
  }
}
