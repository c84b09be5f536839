import type { Table } from '@minefall/shared/contracts'
import type { Asset, Coins } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { adoptOpening } from '../host/lifecycle.ts'
import type { LiveMatch } from '../host/live-match.ts'
import { seatOfHolder } from '../host/record.ts'
import { type Origin, readLogHead } from '../journal/fairness-log.ts'
import { writeOpening } from '../journal/money.ts'
import { isPermanent, patience } from '../journal/persist.ts'
import { shardNumbered, type World } from '../world.ts'
import { isOnOffer } from './on-offer.ts'
import { drawOpening } from './opening.ts'

export type Queue = { table: Table; stake: Coins; asset: Asset }

/** Whether a match gathers players for this queue, by its table's rules of today. */
export const gathersFor = ({ record: { state } }: LiveMatch, { table, stake, asset }: Queue): boolean =>
  state.phase === 'gathering' &&
  state.gameId === table.gameId &&
  state.stake === stake &&
  state.asset === asset

const takenSeats = (match: LiveMatch) => match.record.state.table.filter((seat) => seat !== null).length

/** How long a seat is left for somebody who was sent to it, in milliseconds. */
const expectedMs = 2_000
/** The same for those who agreed to a rematch, who may be busy with the result still. */
export const expectedAgainMs = 10_000

/** Seats left for those on their way who have not sat down, `playerId` apart. */
const expectedSeats = (match: LiveMatch, playerId: string, now: number): number => {
  let count = 0
  for (const [expected, until] of match.expected) {
    if (now >= until || seatOfHolder(match.record.state, expected) !== null) match.expected.delete(expected)
    else if (expected !== playerId) count += 1
  }
  return count
}

/** Whether a seat is left for this player, those of people on their way counted as taken. */
export const hasRoomFor = (match: LiveMatch, playerId: string, now: number): boolean =>
  takenSeats(match) + expectedSeats(match, playerId, now) < match.record.state.seats

/**
 * The fullest gathering match of a queue that has a seat left for this player; null when there is none. Seats of
 * those on their way count as taken: many who come at once would all be sent to the same few seats otherwise.
 */
const gatheringOf = (world: World, queue: Queue, playerId: string): LiveMatch | null => {
  const now = world.clock.now()
  let best: LiveMatch | null = null
  for (const match of world.matches.values()) {
    const fits =
      gathersFor(match, queue) &&
      match.origin.open &&
      match.shard.held &&
      !match.quarantined &&
      !match.capped.has(playerId) &&
      isOnOffer(world, match) &&
      hasRoomFor(match, playerId, now)
    if (fits && (!best || takenSeats(match) > takenSeats(best))) best = match
  }
  return best
}

/** Opens a fresh match. Null when its shard is another node's; rejects when the database will not have it. */
export const openMatch = async (
  world: World,
  queue: Queue & { origin: Origin; invited: ReadonlySet<string> | null },
): Promise<LiveMatch | null> => {
  const { db, clock, randomBytes, sealKeys, log } = world
  const opening = drawOpening(queue, { now: clock.now(), randomBytes, sealKey: sealKeys.current })
  const shard = shardNumbered(world, shardOfMatch(opening.header.matchId))
  const { matchId } = opening.header
  const isThere = async () =>
    (await db.journal.query('select 1 from match where id = $1', [matchId])).count > 0
  return shard.logInTurn.run(async () => {
    const wait = patience(world.patience)
    for (let tries = 0; ; tries += 1) {
      await wait()
      try {
        // After an attempt whose fate is unknown the match may be there already.
        if (tries > 0) {
          shard.log = await readLogHead(db.journal, shard.number)
          if (await isThere()) return adoptOpening(world, { shard }, opening, queue.invited)
        }
        const outcome = await writeOpening(db.journal, shard, opening)
        if (outcome.kind === 'written') {
          if (outcome.log) shard.log = outcome.log
          return adoptOpening(world, { shard }, opening, queue.invited)
        }
        world.lost(shard)
        return null
      } catch (error) {
        if (isPermanent(error)) {
          // The attempt in doubt may have been committed only now, under the feet of this one.
          if (tries === 0 || !(await isThere())) throw error
          shard.log = await readLogHead(db.journal, shard.number)
          return adoptOpening(world, { shard }, opening, queue.invited)
        }
        log.warn({ err: error, matchId }, 'opening a match is in doubt')
      }
    }
  })
}

/** A match on its way and who waits for it. */
type Coming = { key: string; players: Set<string>; match: Promise<LiveMatch | null> }

/**
 * Finds a gathering match of the queue that has a seat for the player, or opens one. Those who ask at the same time
 * get the same as far as its seats reach.
 */
export const gatherer = (world: World) => {
  const coming = new Set<Coming>()

  const open = (queue: Queue, key: string): Coming => {
    const origin = { open: true, rematchOf: null, invited: null, host: null }
    const match = openMatch(world, { ...queue, origin, invited: null }).finally(() => coming.delete(fresh))
    const fresh: Coming = { key, players: new Set(), match }
    coming.add(fresh)
    return fresh
  }

  return async (queue: Queue, playerId: string): Promise<LiveMatch | null> => {
    const key = `${queue.table.gameId}/${queue.stake}/${queue.asset}`
    const join = (): Promise<LiveMatch | null> => {
      const same = [...coming].filter((each) => each.key === key)
      const mine =
        same.find(({ players }) => players.has(playerId)) ??
        same.find(({ players }) => players.size < queue.table.seats) ??
        open(queue, key)
      mine.players.add(playerId)
      return mine.match
    }
    const match = gatheringOf(world, queue, playerId) ?? (await join())
    match?.expected.set(playerId, world.clock.now() + expectedMs)
    return match
  }
}
