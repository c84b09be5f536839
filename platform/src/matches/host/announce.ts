import { type MatchState, viewEvent } from '@minefall/shared/game'
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

/** Tells the players whom a decision seated, freed or paid, each once. Who sits elsewhere is not freed by it. */
export const announcePlayers = (
  world: World,
  match: LiveMatch,
  row: JournalRow,
  { matchId, gameId, table }: MatchState,
): void => {
  const people = table.filter(isPerson)
  const seated = new Set<string>()
  const freed = new Set<string>()
  const paid = new Set<string>()
  for (const event of row.events)
    switch (event.type) {
      case 'SeatTaken':
        if (event.holder === undefined) break
        seated.add(event.holder)
        paid.add(event.holder)
        break
      case 'SeatLeft':
      case 'SeatOut':
        for (const { seat, holder } of people) {
          if (seat !== event.seat) continue
          freed.add(holder)
          if (event.type === 'SeatLeft') paid.add(holder)
        }
        break
      case 'Started':
        for (const { holder } of people) paid.add(holder)
        break
      case 'Settled':
      case 'Voided':
        for (const { holder, out } of people) {
          if (out === undefined) freed.add(holder)
          paid.add(holder)
        }
    }
  for (const playerId of seated)
    later(() => world.bus.publish('player.seated', playerId, { seated: { matchId, gameId } }))
  for (const playerId of freed)
    if (!match.elsewhere.has(playerId))
      later(() => world.bus.publish('player.seated', playerId, { seated: null }))
  for (const playerId of paid) world.background(world.balances.tell(playerId))
}
