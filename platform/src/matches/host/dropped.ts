import type { MatchState } from '@minefall/shared/game'
import type { JournalRow } from '../journal/rows.ts'
import { isPerson, type LiveMatch } from './live-match.ts'

/** People whom an arena seated and who were not there for it. */
export type Dropped = { arenaId: string; playerIds: readonly string[] }

/**
 * Who of an arena's match left it, was out for idling, missed their seed or never sat down, by this decision; null at all
 * other matches, and where no one did. `before` is the match before it.
 */
export const droppedBy = (
  { arena, invited }: Pick<LiveMatch, 'arena' | 'invited'>,
  { events }: Pick<JournalRow, 'events'>,
  before: MatchState,
): Dropped | null => {
  if (!arena) return null
  const people = before.table.filter(isPerson)
  const holderOf = (seat: number) => people.flatMap((one) => (one.seat === seat ? [one.holder] : []))
  const playerIds = events.flatMap((event): string[] => {
    switch (event.type) {
      case 'SeatLeft':
        return holderOf(event.seat)
      case 'SeatOut':
        return event.reason === 'mine' ? [] : holderOf(event.seat)
      case 'Voided':
        if (event.reason === 'abandoned')
          return [...(invited ?? [])].filter((id) => people.every(({ holder }) => holder !== id))
        if (event.reason === 'seed-missing')
          return people.flatMap(({ holder, seed }) => (seed === undefined ? [holder] : []))
        return event.reason === 'idle' ? people.map(({ holder }) => holder) : []
      default:
        return []
    }
  })
  return playerIds.length === 0 ? null : { arenaId: arena.arenaId, playerIds }
}
