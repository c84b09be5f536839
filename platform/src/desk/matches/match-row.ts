import type { DeskMatch, DeskSeat } from '@minefall/shared/contracts/desk'
import { assetSchema, eventSchema, type GameEvent, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { stuckAfterMs } from '../../matches/index.ts'
import type { World } from '../world.ts'

/** What is stored as an event; null where it is none that this program knows, as in a damaged journal. */
export const readEvent = (stored: unknown): GameEvent | null => eventSchema.safeParse(stored).data ?? null

/** Who has a seat after these events, by seat: read off one by one, so that a damaged journal is reported as far as it goes. */
export const seatsAfter = (events: readonly (GameEvent | null)[]): DeskSeat[] => {
  const seats = new Map<number, DeskSeat>()
  for (const event of events) {
    if (event?.type === 'SeatTaken') {
      const { seat, player, holder } = event
      seats.set(seat, { seat, playerId: holder ?? null, name: player.name, kind: player.kind, out: null })
    }
    if (event?.type === 'SeatLeft') seats.delete(event.seat)
    const seat = event?.type === 'SeatOut' ? seats.get(event.seat) : undefined
    if (event?.type === 'SeatOut' && seat) seats.set(event.seat, { ...seat, out: event.reason })
  }
  return [...seats.values()].sort((a, b) => a.seat - b.seat)
}

/** Phases of a match that is not over, as a list of the database; it is what the index of live matches is made with. */
export const livePhases = `('gathering', 'locking', 'playing')`

/** A match beside the owner of its shard and the last that happened in it. */
export const matchTables = `match m join shard_lease l on l.shard = m.shard
  left join lateral (
    select at, seq + case jsonb_typeof(events) when 'array' then jsonb_array_length(events) else 1 end - 1 as seq
    from match_decision where match_id = m.id order by seq desc limit 1
  ) d on true`

export const matchColumns = `m.id, m.game_id, m.phase, m.asset, m.stake, m.seats, m.private,
  m.rematch_of is not null as rematch, m.opened_at, m.started_at, m.ended_at, m.shard, l.node,
  coalesce(d.at, m.opened_at) as last_at, coalesce(d.seq, 0) as seq`

const rowSchema = z.object({
  id: matchIdSchema,
  game_id: z.string(),
  phase: z.enum(['gathering', 'locking', 'playing', 'settled', 'voided']),
  asset: assetSchema,
  stake: z.bigint(),
  seats: z.int(),
  private: z.boolean(),
  rematch: z.boolean(),
  opened_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  shard: z.int(),
  node: z.string(),
  last_at: z.date(),
  seq: z.int(),
})

export const isLive = (phase: DeskMatch['phase']): boolean =>
  phase === 'gathering' || phase === 'locking' || phase === 'playing'

/** How long a node is waited for that is asked about its matches, in milliseconds. */
const askMs = 1_000

/** Which matches their owners can neither go on with nor void, by every node that can be asked. */
export const askStopped = async ({
  bus,
  owners,
}: Pick<World, 'bus' | 'owners'>): Promise<ReadonlySet<MatchId>> => {
  const told = await Promise.all(
    owners
      .nodes()
      .filter(({ beat }) => owners.silentFor(beat.node) < askMs)
      .map(({ beat }) => bus.request('match.stopped', {}, { at: beat.node, timeoutMs: askMs })),
  )
  return new Set(told.flatMap(({ data }) => data?.matchIds ?? []))
}

/** When a match must have been quiet since to be stuck at `now`. */
export const quietSince = (now: number): Date => new Date(now - stuckAfterMs)

/** A row of {@link matchColumns} as the desk shows it, but for who sits there. */
export const viewMatch = (
  row: unknown,
  { now, stopped }: { now: number; stopped: ReadonlySet<MatchId> },
): Omit<DeskMatch, 'taken'> => {
  const { id, game_id, opened_at, started_at, ended_at, last_at, stake, ...same } = rowSchema.parse(row)
  const isQuiet = last_at <= quietSince(now)
  const stuck = stopped.has(id) ? 'stopped' : isQuiet ? 'silent' : null
  return {
    ...same,
    matchId: id,
    gameId: game_id,
    stake: stake.toString(),
    openedAt: opened_at.getTime(),
    startedAt: started_at?.getTime() ?? null,
    endedAt: ended_at?.getTime() ?? null,
    lastEventAt: last_at.getTime(),
    stuck: isLive(same.phase) ? stuck : null,
  }
}
