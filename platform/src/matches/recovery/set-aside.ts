import { isIn, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import { callAll } from '../../db/index.ts'
import { later } from '../host/announce.ts'
import { type LiveMatch, peopleOf } from '../host/live-match.ts'
import { isOver } from '../host/record.ts'
import { fence } from '../journal/money.ts'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'

const playerSchema = z.object({ player_id: z.string() })
const matchSchema = z.object({ match_id: matchIdSchema })

/**
 * Lets the players of a match that can't go on sit elsewhere. The match itself stays as it is, its stakes with it,
 * for a later start that can go on with it. Never rejects: a failure is logged, and the next start tries again.
 */
export const setAside = async (world: World, shard: Shard, matchId: MatchId): Promise<void> => {
  world.stopped.add(matchId)
  try {
    const { rows } = await world.db.transaction(async (tx) => {
      await callAll(tx, [fence(shard)])
      return tx.query('delete from seated where match_id = $1 returning player_id', [matchId])
    })
    for (const row of rows) {
      const { player_id: playerId } = playerSchema.parse(row)
      later(() => world.bus.publish('player.seated', playerId, { seated: null }))
    }
  } catch (error) {
    world.log.error({ err: error, matchId, alarm: 'recovery' }, 'the players of a match could not be let go')
  }
}

/**
 * Gives the people of recovered matches that had been set aside their seat back, unless they sit elsewhere by now.
 * The answer is which matches these were: they were paused although the program ran.
 */
export const seatAgain = async (
  world: World,
  matches: readonly LiveMatch[],
): Promise<ReadonlySet<MatchId>> => {
  const seats = matches
    .filter(({ record }) => !isOver(record.state))
    .flatMap((match) =>
      peopleOf(match)
        .filter(isIn)
        .map(({ seat, holder }) => ({ match, seat, holder })),
    )
  const { rows } = await world.db.query(
    `select distinct e.match_id from unnest($1::text[], $2::int[]) as e (match_id, seat)
     where not exists (select from seated s where s.match_id = e.match_id and s.seat = e.seat)`,
    [seats.map(({ match }) => match.id), seats.map(({ seat }) => seat)],
  )
  const returned = new Set(rows.map((row) => matchSchema.parse(row).match_id))
  for (const match of matches.filter(({ id }) => returned.has(id))) {
    const own = seats.filter((seat) => seat.match === match)
    const again = await world.db.transaction(async (tx) => {
      await callAll(tx, [fence(match.shard)])
      await tx.query(
        `insert into seated (player_id, match_id, seat)
         select holder, $1, seat from unnest($2::uuid[], $3::int[]) as own (holder, seat)
         on conflict do nothing`,
        [match.id, own.map(({ holder }) => holder), own.map(({ seat }) => seat)],
      )
      return tx.query('select player_id from seated where match_id = $1', [match.id])
    })
    const here = new Set(again.rows.map((row) => playerSchema.parse(row).player_id))
    for (const { holder } of own) if (!here.has(holder)) match.elsewhere.add(holder)
  }
  return returned
}
