import { bodyCode } from '@minefall/shared/contracts'
import type { ArenaDetail } from '@minefall/shared/contracts/rest'
import { arenaCalls } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { bearerIfAny } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { type App, type Refusal, refusal, server } from '../http/index.ts'
import { joinArena, leaveArena, pauseInArena } from './join.ts'
import { readArenas, readOwn, readStandings } from './read.ts'
import type { World } from './world.ts'

const tag = 'arenas'
/** So many that are over are listed. */
const overListed = 10

const prizeRow = z.object({
  nth: z.int(),
  place: z.int(),
  amount: z.bigint().transform(String),
  paid: z.boolean(),
})

const readPrizes = async (sql: Sql, arenaId: string): Promise<ArenaDetail['prizes']> => {
  const { rows } = await sql.query(
    `select p.nth, w.place, w.amount, w.transfer_id is not null as paid
     from arena_prize w join arena_player p on p.arena_id = w.arena_id and p.player_id = w.player_id
     where w.arena_id = $1 order by w.place, p.nth`,
    [arenaId],
  )
  return prizeRow.array().parse(rows)
}

const readDetail = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  arenaId: string,
  playerId: string | null,
): Promise<ArenaDetail | Refusal> => {
  const standings = await readStandings(db, arenaId)
  if (!standings) return refusal(bodyCode.notFound)
  const { arena, players } = standings
  const own = playerId === null ? null : await readOwn(db, arenaId, playerId)
  return { now: clock.now(), arena, players, prizes: await readPrizes(db, arenaId), own: own?.nth ?? null }
}

/** Arenas: what there is, one with its standings, and taking part. Any node can answer. */
export const arenaRoutes = async (app: App, { world }: { world: World }) => {
  const { db, clock, accounts } = world
  const serve = server(app, { tag, identify: accounts.signedIn })
  const serveAll = server(app, {
    tag,
    identify: async (request) => (bearerIfAny(request) === null ? null : accounts.signedIn(request)),
  })

  serve(
    arenaCalls.list,
    { summary: 'The arenas that are announced or under way, and the latest that are over' },
    async () => ({ now: clock.now(), arenas: await readArenas(db, overListed) }),
  )

  serveAll(
    arenaCalls.detail,
    {
      summary:
        'An arena with its standings, its prizes once these are final, and what you are known by in it',
    },
    ({ me, query: { arenaId } }) => readDetail(world, arenaId, me?.playerId ?? null),
  )

  serve(
    arenaCalls.join,
    { summary: 'Join an arena, paying its stake, or go on in it after a pause' },
    ({ me: { playerId }, body: { arenaId } }) => joinArena(world, { arenaId, playerId }),
  )

  serve(
    arenaCalls.pause,
    { summary: 'Be seated at no more matches until you join again' },
    ({ me: { playerId }, body: { arenaId } }) => pauseInArena(world, { arenaId, playerId }),
  )

  serve(
    arenaCalls.leave,
    { summary: 'Leave an arena; your stake comes back before it begins, and not after that' },
    ({ me: { playerId }, body: { arenaId } }) => leaveArena(world, { arenaId, playerId }),
  )
}
