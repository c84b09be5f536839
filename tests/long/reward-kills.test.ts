import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLedger, type Sql } from '@minefall/platform'
import { fund } from '@minefall/platform/testing-fund'
import { referralDataSchema } from '@minefall/shared/contracts/rest'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bearer, get, manyFromOneAddress, signInByCode } from '../harness/accounts.ts'
import { onBothDatabases } from '../harness/both-databases.ts'
import { inDatabase, type Place } from '../harness/database-place.ts'
import { type Newcomer, newNewcomer } from '../harness/newcomer.ts'
import { type Server, type Settings, startServer } from '../harness/server.ts'
import { loadSettings } from '../harness/settings.ts'

const kills = Number(process.env.REWARD_KILLS ?? 30)
/** As many play at once, each by another inviter, so that they are strangers to each other. */
const lanes = 4
const matchesEach = 4
const works = ['counting', 'claiming', 'inviting', 'limiting', 'pausing']
const settings: Settings = {
  ...loadSettings,
  ...manyFromOneAddress,
  RESTART_GRACE_MS: '1000',
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../harness/reward-strike.mjs', import.meta.url))}`,
}

/** What is wrong by the rows alone, whatever was reported. */
const findings = `
  select format('match %s counts for player %s %s times, off the queue: %s', m.id, s.player_id, count(c.match_id),
    bool_and(u.match_id is null)) as finding
  from match m
    join match_seat s on s.match_id = m.id
    join login_account a on a.player_id = s.player_id
    left join counted_seat c on c.match_id = m.id and c.player_id = s.player_id
    left join match_uncounted u on u.match_id = m.id
  where m.phase = 'settled' group by m.id, s.player_id
  having count(c.match_id) <> bool_and(u.match_id is null)::int
  union all
  select format('player %s was given %s %s times', player_id, bonus_type || '/' || period, count(*))
  from gift_claim group by player_id, bonus_type, period having count(*) > 1
  union all
  select format('invitation of %s is %s after %s matches', r.invited_id, r.status, r.matches)
  from referral r, referral_rule rule where (r.matches >= rule.matches) <> (r.status <> 'playing')
  union all
  select format('player %s gathers at match %s on a break since %s', s.player_id, s.match_id, b.began_at)
  from seated s join match m on m.id = s.match_id join play_break b on b.player_id = s.player_id
  where m.phase = 'gathering' and b.began_at < $1`
const findingSchema = z.array(z.object({ finding: z.string() }))
const keptSchema = z.tuple([z.object({ limits: z.int(), breaks: z.int(), gifts: z.array(z.string()) })])

/** What someone heard, against what is kept. */
const brokenPromises = async (sql: Sql, newcomer: Newcomer): Promise<string[]> => {
  const { rows } = await sql.query(
    `select
       (select count(*)::int from safer_play_event where player_id = $1 and action in ('limit-set', 'limit-asked')) as limits,
       (select count(*)::int from play_break where player_id = $1) as breaks,
       array(select bonus_type from gift_claim where player_id = $1) as gifts`,
    [newcomer.playerId],
  )
  const [{ limits, breaks, gifts }] = keptSchema.parse(rows)
  const { playerId, received } = newcomer
  return [
    ...received.filter((kind) => !gifts.includes(kind)).map((kind) => `${playerId} has no ${kind}`),
    ...received.filter((kind, at) => received.indexOf(kind) < at).map((kind) => `${playerId}: ${kind} twice`),
    ...(limits < newcomer.limits() ? [`${playerId} set ${newcomer.limits()} limits, kept: ${limits}`] : []),
    ...(newcomer.isPaused() && breaks === 0 ? [`${playerId} has no break`] : []),
  ]
}

/** `sweptAt` is when the server last began to start: who was on a break by then sits nowhere. */
const findingsIn = async (sql: Sql, newcomers: readonly Newcomer[], sweptAt: Date): Promise<string[]> => {
  const { rows } = await sql.query(findings, [sweptAt])
  const found = [
    ...(await checkLedger(sql)).findings,
    ...findingSchema.parse(rows).map(({ finding }) => finding),
  ]
  for (const newcomer of newcomers) found.push(...(await brokenPromises(sql, newcomer)))
  return found
}

/** Someone to invite others, who does not play. */
const newInviter = async (url: string, number: number): Promise<string> => {
  const contact = `inviter${number}@home.example`
  const { token } = await signInByCode(url, { contact, deviceId: number.toString(16).padStart(32, 'a') })
  return referralDataSchema.parse((await get(url, 'user/referral_data', bearer(token))).data).code
}

/** Who is there, and who of them has coins to stake. */
type Crowd = { newcomers: Newcomer[]; rich: Set<string>; over: AbortController }

/** One after another comes by an invitation, plays, claims, sets limits and takes a break; resolves with how many. */
const live = async ({ url }: Server, crowd: Crowd, invitationCode: string): Promise<number> => {
  const over = crowd.over.signal
  let lives = 0
  try {
    for (; ; lives += 1) {
      const newcomer = await newNewcomer({ url, over, invitationCode })
      crowd.newcomers.push(newcomer)
      for (let match = 1; match <= matchesEach; match += 1) {
        await newcomer.play(crowd.rich.has(newcomer.playerId) ? 'coin' : 'promo')
        await newcomer.claim()
        await newcomer.setLimit(100_000 - match)
      }
      await newcomer.setLimit(200_000)
      await newcomer.pause()
    }
  } catch (error) {
    if (!over.aborted) throw error
    return lives
  }
}

const enrich = async (sql: Sql, { newcomers, rich }: Crowd) => {
  for (const { playerId } of newcomers.filter((one) => !rich.has(one.playerId))) {
    await fund(sql, playerId, 'coin', 1_000n)
    rich.add(playerId)
  }
}

/** Kills as often as wanted; the answer is how many strikes met which step. */
const killAll = async (
  server: Server,
  place: Place,
  { crowd, lived }: { crowd: Crowd; lived: Promise<unknown> },
) => {
  const strikes = join(server.dataDir, 'strikes')
  const struck = new Map<string, number>()
  let sweptAt = new Date(0)
  for (let kill = 1; kill <= kills; kill += 1) {
    await writeFile(strikes, works[kill % works.length] ?? '')
    await Promise.race([server.ended(), lived])
    const [, step = ''] = (await readFile(strikes, 'utf8')).split('\n')
    expect(step).toMatch(/^\w+ \w+ (unsent|at-the-answer)$/)
    struck.set(step, (struck.get(step) ?? 0) + 1)
    await inDatabase(place, async (sql) => {
      expect(await findingsIn(sql, crowd.newcomers, sweptAt), `kill ${kill}, ${step}`).toEqual([])
      // A code a minute would be too few of them.
      await sql.query('delete from counted')
      await enrich(sql, crowd)
    })
    await rm(strikes)
    await server.kill()
    sweptAt = new Date()
    await server.start()
  }
  return Object.fromEntries([...struck].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const decidedSchema = z.tuple([z.object({ earned: z.int(), gifts: z.int(), matches: z.int() })])
const readTotals = async (sql: Sql) => {
  const { rows } = await sql.query(
    `select (select count(*)::int from referral where status = 'earned') as earned,
       (select count(*)::int from gift_claim) as gifts,
       (select count(distinct match_id)::int from counted_seat) as matches`,
  )
  return decidedSchema.parse(rows)[0]
}

onBothDatabases((name, open) =>
  describe(name, () => {
    it(`counts, gives and holds everything once over ${kills} kills between the steps of it`, {
      timeout: 7_200_000,
    }, async () => {
      const { env, place } = await open()
      const server = await startServer({ ...settings, ...env })
      const crowd: Crowd = { newcomers: [], rich: new Set(), over: new AbortController() }
      try {
        const codes: string[] = []
        for (let number = 1; number <= lanes; number += 1) codes.push(await newInviter(server.url, number))
        const lived = Promise.all(codes.map((code) => live(server, crowd, code)))
        const struck = await killAll(server, place(server), { crowd, lived })
        crowd.over.abort()
        const lives = (await lived).reduce((sum, count) => sum + count, 0)
        expect(await server.stop()).toBe(0)
        const totals = await inDatabase(place(server), async (sql) => {
          expect(await findingsIn(sql, crowd.newcomers, new Date(0))).toEqual([])
          return readTotals(sql)
        })
        expect(totals.earned).toBeGreaterThan(0)
        console.log(`${name}: ${kills} kills, ${lives} whole lives`, totals, 'struck:', struck)
      } finally {
        crowd.over.abort()
        await server.kill()
        await server.remove()
      }
    })
  }),
)
