import { bodyCode } from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { repeat } from '../../jobs/repeating.ts'
import type { World } from '../world.ts'

/** How often seats that may not be kept are looked for, in milliseconds: a phone may have become one of a barred country. */
const everyMs = 10_000

const seatRow = z
  .object({ player_id: z.string(), match_id: matchIdSchema })
  .transform(({ player_id, match_id }) => ({ playerId: player_id, matchId: match_id }))

/** How long a match's owner is waited for, in milliseconds; the next look asks again. */
const standMs = 1_000

type Taking = Pick<World, 'db' | 'route' | 'clock' | 'log' | 'settings'>

const readSeats = async ({ db, clock, settings }: Taking, playerId: string | null) => {
  const { rows } = await db.query(
    `select s.player_id, s.match_id from seated s join match m on m.id = s.match_id
     where m.phase = 'gathering' and ($1::uuid is null or s.player_id = $1)
       and why_no_stake(s.player_id, m.asset, m.stake, $2, $3) is not null`,
    [playerId, new Date(clock.now()), settings.barredCountries],
  )
  return seatRow.array().parse(rows)
}

/**
 * Gives back the seats, and their holds, that would not be given now: of one player, or of everyone. The owner of each
 * match decides in its turn: once it is locked nothing happens, and the match goes on to its end. What can't be given
 * back is logged, and is tried again by `startTakingBack`.
 */
export const takeBackSeats = async (world: Taking, playerId: string | null = null): Promise<void> => {
  for (const seat of await readSeats(world, playerId)) {
    const { code, msg } = await world.route.request('match.stand', seat, { timeoutMs: standMs })
    if (code !== bodyCode.ok) world.log.warn({ ...seat, code, msg }, 'a seat could not be given back')
  }
}

/** Gives back what a crash left seated, then looks every few seconds until it is stopped. */
export const startTakingBack = async (world: Taking): Promise<() => Promise<void>> => {
  await takeBackSeats(world)
  const failed = (error: unknown) => world.log.error({ err: error }, 'seats could not be given back')
  return repeat({ job: 'seats', clock: world.clock, everyMs, failed }, () => takeBackSeats(world))
}
