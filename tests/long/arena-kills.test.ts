import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { checkLedger, recomputeArena, type Sql } from '@minefall/platform'
import { prizeCount, splitPot } from '@minefall/shared/arena'
import { arenaDetailSchema } from '@minefall/shared/contracts/rest'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { startCluster } from '../cluster/cluster.ts'
import { manyFromOneAddress } from '../harness/accounts.ts'
import { type ArenaRobot, newArenaRobot } from '../harness/arena-robot.ts'
import { onBothDatabases } from '../harness/both-databases.ts'
import { inDatabase, type Place } from '../harness/database-place.ts'
import { type Server, type Settings, startServer } from '../harness/server.ts'
import { headless, loadSettings } from '../harness/settings.ts'

const count = Number(process.env.ARENA_ROBOTS ?? 24)
const seconds = Number(process.env.ARENA_SECONDS ?? 90)
const kills = Number(process.env.ARENA_KILLS ?? 3)
/** How long NATS and PostgreSQL are away, in milliseconds. */
const awayMs = 10_000

const settings: Settings = {
  ...loadSettings,
  ...headless,
  ...manyFromOneAddress,
  RESTART_GRACE_MS: '1000',
}

/** An arena that begins at `begins`, in milliseconds since 1970, with a prize for everyone who has points. */
const makeArena = async (sql: Sql, begins: number): Promise<string> => {
  const id = randomUUID()
  await sql.query(
    `insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
     values ($1::uuid, $1::uuid::text, 'mines-clues', 'promo', 0, 0, 10, 100000, $2, $3)`,
    [id, new Date(begins), new Date(begins + seconds * 1_000)],
  )
  return id
}

/** Everyone who sat at two matches of the arena at once, by when their seats were taken and out. */
const twice = `
  with sat as (
    select d.match_id, e.event ->> 'holder' as holder, (e.event ->> 'seat')::int as seat, (e.event ->> 'at')::bigint as at
    from arena_match am join match_decision d on d.match_id = am.match_id, jsonb_array_elements(d.events) as e (event)
    where am.arena_id = $1 and e.event ->> 'type' = 'SeatTaken' and e.event ->> 'holder' is not null
  ), left_at as (
    select d.match_id, (e.event ->> 'seat')::int as seat, e.event ->> 'type' as type, (e.event ->> 'at')::bigint as at
    from arena_match am join match_decision d on d.match_id = am.match_id, jsonb_array_elements(d.events) as e (event)
    where am.arena_id = $1 and e.event ->> 'type' in ('SeatOut', 'SeatLeft', 'Settled', 'Voided')
  ), stay as (
    select s.holder, s.match_id, s.at, (
      select min(l.at) from left_at l where l.match_id = s.match_id and l.at >= s.at and (l.seat = s.seat or l.seat is null)
    ) as until from sat s
  )
  select a.holder, a.match_id, b.match_id as other from stay a
  join stay b on b.holder = a.holder and b.match_id > a.match_id and b.at < a.until and a.at < b.until`

const totalsSchema = z.tuple([
  z.object({
    matches: z.int(),
    seats: z.int(),
    voided: z.int(),
    scorers: z.int(),
    pot: z.coerce.bigint(),
    paid: z.int(),
    unpaid: z.int(),
  }),
])
const readTotals = async (sql: Sql, arenaId: string) => {
  const { rows } = await sql.query(
    `select (select count(distinct match_id)::int from arena_seat where arena_id = $1) as matches,
       (select count(*)::int from arena_seat where arena_id = $1) as seats,
       (select count(*)::int from arena_match am join match m on m.id = am.match_id where am.arena_id = $1 and m.phase = 'voided') as voided,
       (select count(*)::int from arena_player where arena_id = $1 and points > 0) as scorers,
       (select coalesce(sum(amount), 0) from arena_prize where arena_id = $1) as pot,
       (select count(*)::int from arena_prize where arena_id = $1 and transfer_id is not null) as paid,
       (select count(*)::int from arena_prize where arena_id = $1 and transfer_id is null) as unpaid`,
    [arenaId],
  )
  return totalsSchema.parse(rows)[0]
}

const isFinished = async (url: string, arenaId: string): Promise<boolean> => {
  const answer = await fetch(new URL(`/api/arena/detail?arenaId=${arenaId}`, url)).then(
    (response) => response.json(),
    () => null,
  )
  const told = z.object({ data: arenaDetailSchema }).safeParse(answer)
  return (
    told.success &&
    told.data.data.arena.finishedAt !== null &&
    told.data.data.prizes.every(({ paid }) => paid)
  )
}

/** What an arena is played on, and the harm that is done to it in the meantime, in turn. */
type Ground = {
  url: string
  change(work: (sql: Sql) => Promise<void>): Promise<void>
  harms: readonly (() => Promise<unknown>)[]
  /** Stops it in order, and looks into its database. */
  stop<T>(look: (sql: Sql) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

const quantiles = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b)
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) =>
    Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0),
  )
  return `${p50} (p50), ${p95} (p95), ${most} at most`
}

const suite = (name: string, harm: string, open: () => Promise<Ground>) =>
  it(`an arena of ${count} robots on ${name} is counted and paid once over ${harm}`, {
    timeout: 3_600_000,
  }, async () => {
    const ground = await open()
    const over = new AbortController()
    try {
      const robots: ArenaRobot[] = []
      while (robots.length < count) robots.push(await newArenaRobot(ground.url))
      let arenaId = ''
      const beginsAt = Date.now() + 15_000
      await ground.change(async (db) => {
        arenaId = await makeArena(db, beginsAt)
      })
      const lived = Promise.all(robots.map((robot) => robot.live(arenaId, over.signal)))
      for (const [nth, harmed] of ground.harms.entries()) {
        const at = beginsAt + (seconds * 1_000 * (nth + 1)) / (ground.harms.length + 1)
        await delay(Math.max(0, at - Date.now()))
        await harmed()
      }
      while (!(await isFinished(ground.url, arenaId))) await delay(1_000)
      over.abort()
      await lived
      const totals = await ground.stop(async (sql) => {
        expect(await recomputeArena(sql, arenaId)).toEqual([])
        expect((await checkLedger(sql)).findings).toEqual([])
        expect((await sql.query(twice, [arenaId])).rows).toEqual([])
        return readTotals(sql, arenaId)
      })
      expect(totals.unpaid).toBe(0)
      // Of many places the last ones get less than a coin: nothing. Those who share a place share its prize.
      const prizes = splitPot(totals.pot, prizeCount(totals.scorers)).filter((amount) => amount > 0n)
      expect(totals.paid).toBeGreaterThanOrEqual(prizes.length)
      expect(totals.paid).toBeLessThanOrEqual(totals.scorers)
      // No one was stuck.
      expect(Math.min(...robots.map((robot) => robot.sat()))).toBeGreaterThan(0)
      const waits = robots.flatMap((robot) => robot.waits())
      const answers = robots.flatMap((robot) => robot.answers())
      console.log(
        `${name}: ${count} robots, ${seconds} s, ${harm}: ${JSON.stringify({ ...totals, pot: String(totals.pot) })}; ms to the next call: ${quantiles(waits)}; to the answer to a move: ${quantiles(answers)}`,
      )
    } finally {
      over.abort()
      await ground.remove()
    }
  })

const oneServer = async (env: Settings, placeOf: (server: Server) => Place): Promise<Ground> => {
  const server = await startServer({ ...settings, ...env })
  const killed = async () => {
    await server.kill()
    await server.start()
  }
  return {
    url: server.url,
    change: server.change,
    harms: Array.from({ length: kills }, () => killed),
    async stop(look) {
      expect(await server.stop()).toBe(0)
      return inDatabase(placeOf(server), look)
    },
    async remove() {
      await server.kill()
      await server.remove()
    },
  }
}

onBothDatabases((name, open) =>
  suite(name, `${kills} kills`, async () => {
    const { env, place } = await open()
    return oneServer(env, place)
  }),
)

suite('a cluster', 'all that may go away', async () => {
  const cluster = await startCluster({ settings: { platform: settings, bff: settings } })
  const { nats, bffs, platforms } = cluster
  const place = { url: cluster.postgres.url }
  return {
    url: cluster.url,
    change: (work) => inDatabase(place, work),
    harms: [
      ...[...platforms, ...bffs].map((node) => async () => {
        await node.kill()
        await node.start()
      }),
      async () => {
        await nats.kill()
        await delay(awayMs)
        await nats.start()
      },
      async () => {
        await cluster.postgres.stop('immediate')
        await delay(awayMs)
        await cluster.postgres.start()
      },
      // A rolling restart.
      async () => {
        for (const node of [...platforms, ...bffs]) {
          await node.stop()
          await node.start()
        }
      },
    ],
    async stop(look) {
      for (const node of [cluster.gateway, ...bffs, ...platforms]) await node.stop()
      return inDatabase(place, look)
    },
    remove: cluster.remove,
  }
})
