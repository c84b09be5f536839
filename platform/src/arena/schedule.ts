import { arenaTimes } from '@minefall/shared/arena'
import type { World } from './world.ts'

const minute = 60_000
const hour = 60 * minute

/** An arena that comes again and again: free, with bonus coins as prizes. */
type Plan = {
  name: string
  gameId: string
  /** From one to the next, the first one `atMs` after the beginning of 1970. */
  everyMs: number
  atMs: number
  lengthMs: number
  /** Bonus coins that the pot grows by with each player who has points, and what it grows to at most. */
  potEach: bigint
  potMost: bigint
}

/** All arenas that are made without staff. No two of them are at the same time. */
const plans: readonly Plan[] = [
  {
    name: 'hourly',
    gameId: 'mines-clues',
    ...{ everyMs: hour, atMs: 0, lengthMs: 20 * minute },
    ...{ potEach: 10n, potMost: 300n },
  },
  {
    name: 'daily',
    gameId: 'mines-royale',
    ...{ everyMs: 24 * hour, atMs: 18 * hour + 25 * minute, lengthMs: 30 * minute },
    ...{ potEach: 25n, potMost: 2_500n },
  },
]

/** The times at which a plan's arenas begin after `from`, up to `until`, in milliseconds since 1970. */
const beginsOf = (
  { everyMs, atMs }: Pick<Plan, 'everyMs' | 'atMs'>,
  { from, until }: { from: number; until: number },
): number[] => {
  const first = Math.floor((from - atMs) / everyMs) + 1
  const count = Math.floor((until - atMs) / everyMs) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, nth) => atMs + (first + nth) * everyMs)
}

/** Announces what the plans have until {@link arenaTimes.announceMs} from now. What is announced already stays as it is. */
export const announce = async ({
  db,
  clock,
  newId,
}: Pick<World, 'db' | 'clock' | 'newId'>): Promise<void> => {
  const from = clock.now()
  const due = plans.flatMap((plan) =>
    beginsOf(plan, { from, until: from + arenaTimes.announceMs }).map((beginsAt) => ({ ...plan, beginsAt })),
  )
  await db.query(
    `insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
     select id, plan, game_id, 'promo', 0, 0, pot_each, pot_most, begins_at, ends_at
     from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
       as due (id, plan, game_id, pot_each, pot_most, begins_at, ends_at)
     on conflict (plan, begins_at) do nothing`,
    [
      due.map(() => newId()),
      due.map(({ name }) => name),
      due.map(({ gameId }) => gameId),
      due.map(({ potEach }) => potEach),
      due.map(({ potMost }) => potMost),
      due.map(({ beginsAt }) => new Date(beginsAt)),
      due.map(({ beginsAt, lengthMs }) => new Date(beginsAt + lengthMs)),
    ],
  )
}
