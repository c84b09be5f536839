import type { GameEvent, MatchState } from '@minefall/shared/game'
import { viewEvent } from '@minefall/shared/game'
import type { JournalRow } from '../journal/rows.ts'
import type { World } from '../world.ts'
import { isPerson, type LiveMatch, shownPresence } from './live-match.ts'

let news: (() => void)[] = []

const publishNews = (): void => {
  const all = news
  news = []
  for (const publish of all) publish()
}

/** Publishes after the acknowledgement of the same decision, in the order of the commits. */
export const later = (publish: () => void): void => {
  if (news.push(publish) === 1) setImmediate(publishNews)
}

export const announceEvents = (world: World, match: LiveMatch, row: JournalRow): void => {
  const { id, record } = match
  const payload = { matchId: id, seq: row.seq, events: row.events.map(viewEvent), hash: record.hash }
  later(() => world.bus.publish('match.events', id, payload))
}

export const announcePresence = (world: World, match: LiveMatch): void => {
  const payload = { matchId: match.id, seats: shownPresence(match) }
  later(() => world.bus.publish('match.presence', match.id, payload))
}

/** Whom an event seats, frees, or gives another balance, by account. */
type Touched = { seated: readonly string[]; freed: readonly string[]; balance: readonly string[] }

/** Null for an event that touches nobody, as most. */
const touched = ({ table }: MatchState, event: GameEvent): Touched | null => {
  const holder = (seat: number) => {
    const found = table[seat] ?? null
    return isPerson(found) ? [found.holder] : []
  }
  const people = () => table.filter(isPerson)
  switch (event.type) {
    case 'SeatTaken': {
      const seated = event.holder === undefined ? [] : [event.holder]
      return { seated, freed: [], balance: seated }
    }
    case 'SeatLeft':
      return { seated: [], freed: holder(event.seat), balance: holder(event.seat) }
    case 'SeatOut':
      return { seated: [], freed: holder(event.seat), balance: [] }
    case 'Started':
      return { seated: [], freed: [], balance: people().map((seat) => seat.holder) }
    case 'Settled':
    case 'Voided': {
      const still = people().filter(({ out }) => out === undefined)
      return {
        seated: [],
        freed: still.map((seat) => seat.holder),
        balance: people().map((seat) => seat.holder),
      }
    }
    default:
      return null
  }
}

/** Tells the players whom a decision seated, freed or paid, each once. Who sits elsewhere is not freed by it. */
export const announcePlayers = (
  world: World,
  match: LiveMatch,
  row: JournalRow,
  before: MatchState,
): void => {
  const { matchId, gameId } = before
  const all = row.events.flatMap((event) => touched(before, event) ?? [])
  if (all.length === 0) return
  for (const playerId of new Set(all.flatMap(({ seated }) => seated)))
    later(() => world.bus.publish('player.seated', playerId, { seated: { matchId, gameId } }))
  const freed = all.flatMap((each) => each.freed).filter((playerId) => !match.elsewhere.has(playerId))
  for (const playerId of new Set(freed))
    later(() => world.bus.publish('player.seated', playerId, { seated: null }))
  for (const playerId of new Set(all.flatMap(({ balance }) => balance)))
    world.background(world.balances.tell(playerId))
}
