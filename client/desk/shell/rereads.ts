import { type DeskCounts, type DeskServerMessage, deskCalls } from '@minefall/shared/contracts/desk'
import type { Reads } from '../queries.ts'

const shown = {
  orders: [deskCalls.orders],
  reports: [deskCalls.reports],
  flags: [deskCalls.flags, deskCalls.orders],
  catalogue: [deskCalls.proposals, deskCalls.channels, deskCalls.currencies],
  conversation: [deskCalls.conversations],
} as const satisfies Record<string, readonly Reads[]>

const all = Object.values(shown).flat()

/**
 * What is read again at each news of the server. At `welcome` and `missed` it is everything: what changed before is not
 * reported again.
 */
export const rereads = { ...shown, welcome: all, missed: all } as const

const ofCount: Readonly<Record<keyof DeskCounts, readonly Reads[]>> = {
  conversations: shown.conversation,
  deposits: shown.orders,
  withdrawals: shown.orders,
  reports: shown.reports,
  flags: shown.flags,
  proposals: shown.catalogue,
}
/** What waits for staff, as far as this one may read it. */
export type Counts = DeskServerMessage<'counts'>
const names = Object.keys(ofCount) as (keyof DeskCounts)[]

/** What is read again where counts differ from those before: the news that goes with that may be lost. */
export const recounted = (before: Counts, now: Counts): readonly Reads[] =>
  names
    .filter((name) => before[name] !== undefined && before[name] !== now[name])
    .flatMap((name) => ofCount[name])
