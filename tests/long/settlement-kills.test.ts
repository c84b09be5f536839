import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLedger, type Sql } from '@minefall/platform'
import { seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { audit } from '../harness/audit.ts'
import { onBothDatabases } from '../harness/both-databases.ts'
import { inDatabase, type Place } from '../harness/database-place.ts'
import { type Server, type Settings, startServer } from '../harness/server.ts'
import { loadSettings, patient } from '../harness/settings.ts'
import { type Steadfast, steadfast } from '../harness/steadfast.ts'

const kills = Number(process.env.SETTLEMENT_KILLS ?? 100)
/** Two tables of five; practice opponents join only those who would wait forever. */
const people = 10
const settings: Settings = {
  ...loadSettings,
  ...patient,
  PRACTICE_FILL_MS: '3000',
  RESTART_GRACE_MS: '1000',
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../harness/settlement-strike.mjs', import.meta.url))}`,
}

/** Kills put the end of a match off again and again, on a busy machine for minutes. */
const patienceMs = 3_600_000

/** Pots that were not paid out once and whole, by the rows alone. */
const pots = `
  select format('match %s is %s and was paid out %s times, %s into its pot and %s out of it', m.id, m.phase,
    count(distinct t.id) filter (where t.step in ('settled', 'voided')),
    coalesce(sum(e.amount) filter (where t.step = 'started'), 0),
    coalesce(-sum(e.amount) filter (where t.step <> 'started'), 0)) as finding
  from match m
    left join account a on a.kind = 'match' and a.owner = m.id
    left join entry e on e.account_id = a.id
    left join transfer t on t.id = e.transfer_id
  group by m.id
  having m.phase in ('settled', 'voided') and coalesce(sum(e.amount), 0) <> 0
    or m.phase = 'settled' and coalesce(sum(e.amount) filter (where e.amount > 0), 0) <> m.stake * m.seats
    or count(distinct t.id) filter (where t.step in ('settled', 'voided')) >
       case when m.phase in ('settled', 'voided') then 1 else 0 end`
const findingSchema = z.array(z.object({ finding: z.string() }))

const findingsIn = async (sql: Sql): Promise<string[]> => {
  const { findings } = await checkLedger(sql)
  const { rows } = await sql.query(pots)
  return [...findings, ...findingSchema.parse(rows).map(({ finding }) => finding)]
}

/** What the server noted of its end. */
const strikeSchema = z
  .tuple([z.string(), z.string(), z.string(), z.string().optional()])
  .transform(([, matchId, how, answered]) => ({ matchId, how, answered: answered !== undefined }))

const isSettled = async (sql: Sql, matchId: string) => {
  const { rows } = await sql.query('select phase from match where id = $1', [matchId])
  return z.tuple([z.object({ phase: z.string() })]).parse(rows)[0].phase === 'settled'
}

const sorted = (fates: ReadonlyMap<string, number>) =>
  Object.fromEntries([...fates].sort(([a], [b]) => (a < b ? -1 : 1)))

/** A running server that strikes itself, those who play on it, and where its database is. */
type Scene = { server: Server; players: ReadonlyMap<string, Steadfast>; place: Place }

/** Kills until so many have hit; the answer is how many strikes of each kind met which fate. */
const killAll = async (name: string, { server, players, place }: Scene) => {
  let over = false
  const games = [...players.values()].map(async (player) => {
    while (!over) {
      await player.sit()
      await player.playOn()
    }
  })
  const played = Promise.all(games)
  const strikes = join(server.dataDir, 'strikes')
  const fates = new Map<string, number>()
  for (let hits = 0, kill = 1; hits < kills; kill += 1) {
    await writeFile(strikes, '')
    await Promise.race([server.ended(), played])
    const struck = strikeSchema.parse(/^(\S+) (\S+)\n(answered)?/.exec(await readFile(strikes, 'utf8')))
    const fate = await inDatabase(place, async (sql) => {
      expect(await findingsIn(sql), `kill ${kill}`).toEqual([])
      if (struck.answered) return 'answered'
      return (await isSettled(sql, struck.matchId)) ? 'committed' : 'undone'
    })
    // One that was answered just before the program died is no hit, unless it died of the answer.
    if (fate !== 'answered' || struck.how === 'at-the-answer') hits += 1
    fates.set(`${struck.how}, ${fate}`, (fates.get(`${struck.how}, ${fate}`) ?? 0) + 1)
    if (kill % 10 === 0) console.log(`${name}: ${kill} kills, ${hits} hits`, sorted(fates))
    await rm(strikes)
    await server.kill()
    await server.start()
  }
  over = true
  await played
  return fates
}

onBothDatabases((name, open) =>
  describe(name, () => {
    it(`pays every pot once over ${kills} kills in mid-settlement`, { timeout: 7_200_000 }, async () => {
      const { env, place } = await open()
      const server = await startServer({ ...settings, ...env })
      const newPlayer = (number: number) =>
        steadfast({ url: () => server.url, random: seededRandom(number), patienceMs })
      const players = new Map(
        Array.from({ length: people }, (_, number) => [`player ${number}`, newPlayer(number)]),
      )
      const leave = () => {
        for (const player of players.values()) player.vanish()
      }
      try {
        const fates = await killAll(name, { server, players, place: place(server) })
        leave()
        expect(await server.stop()).toBe(0)
        const { matches, acknowledged } = await inDatabase(place(server), async (sql) => {
          const reckoning = await audit(sql, players)
          expect([...reckoning.findings, ...reckoning.unfinished, ...(await findingsIn(sql))]).toEqual([])
          return reckoning
        })
        console.log(
          `${name}: ${matches} matches, ${acknowledged} acknowledged commands, all as told; what the kills hit:`,
          sorted(fates),
        )
      } finally {
        leave()
        await server.kill()
        await server.remove()
      }
    })
  }),
)
