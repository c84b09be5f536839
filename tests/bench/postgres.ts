import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '@minefall/platform'
import { openServer } from '@minefall/platform/testing-bench'
import { type Cluster, startCluster } from '@minefall/platform/testing-cluster'
import { silentLogger } from '@minefall/shared/node'
import { z } from 'zod'
import {
  type Db,
  type Hall,
  newTimes,
  openHall,
  type Print,
  quantiles,
  readAll,
  ready,
  requireClean,
  settleAll,
  type Times,
  timed,
} from './matches.ts'

export type Options = { matches: number; pairs: number; connections: number; seconds: number }

/** As PostgreSQL comes, every commit on the disk before it counts, with its own timing of statements. */
const settings = ['max_connections=100', 'shared_preload_libraries=pg_stat_statements']

const operations = { hold: 'hold_stake(', capture: 'capture_stakes(', settlement: 'pay_out(' } as const
type Operation = keyof typeof operations

const newDatabase = async (cluster: Cluster, name: string, connections: number): Promise<Db> => {
  const log = silentLogger()
  const admin = await openServer({ url: cluster.url('postgres'), log })
  await admin.query(`create database ${name}`)
  await admin.close()
  const db = await openServer({ url: cluster.url(name), log, connections, journalMs: 30_000 })
  await db.query('create extension if not exists pg_stat_statements')
  return db
}

const timingSchema = z.array(z.object({ name: z.string(), mean: z.number() }))

/** The server's own mean time of each operation's statement in this database, in milliseconds, commit apart. */
const serverTimes = async (sql: Sql): Promise<Map<string, number>> => {
  const { rows } = await sql.query(
    `select o.name, sum(s.total_exec_time) / sum(s.calls) as mean
     from pg_stat_statements s join unnest($1::text[], $2::text[]) as o (name, word) on strpos(s.query, o.word) > 0
     where s.dbid = (select oid from pg_database where datname = current_database()) and s.query like 'select case%'
     group by o.name`,
    [Object.keys(operations), Object.values(operations)],
  )
  return new Map(timingSchema.parse(rows).map(({ name, mean }) => [name, mean]))
}

/** The first matches parse and plan. */
const warming = 20

type Side = { db: Db; hall: Hall; times: Times }

const wholeMatch = async ({ db, hall, times }: Side, number: number) => {
  const match = await ready(db, hall, number, times)
  await timed(times.settlement, () => match.settle())
}

/** What the balance's row costs: matches in turn on two databases of one server, one of them without its triggers. */
const comparePair = async (cluster: Cluster, { pairs }: Options, print: Print) => {
  const side = async (name: string): Promise<Side> => {
    const db = await newDatabase(cluster, name, 2)
    return { db, hall: await openHall(db, { players: 2_000, rakeBps: 0 }), times: newTimes() }
  }
  const [without, with_] = [await side('without_balance'), await side('with_balance')]
  for (const name of ['begins', 'carries'])
    await without.db.query(`alter table account disable trigger account_${name}_balance`)
  for (const { db, hall } of [without, with_])
    for (let match = 0; match < warming; match += 1) await wholeMatch({ db, hall, times: newTimes() }, match)
  await with_.db.query('select pg_stat_statements_reset()')
  for (let pair = 0; pair < pairs; pair += 1)
    for (const one of pair % 2 === 0 ? [without, with_] : [with_, without])
      await wholeMatch(one, warming + pair)
  const [before, after] = [await serverTimes(without.db), await serverTimes(with_.db)]
  print(`one connection, ${pairs} matches in turn without and with the balance's row:`)
  for (const operation of Object.keys(operations) as Operation[]) {
    const [b, a] = [before.get(operation) ?? Number.NaN, after.get(operation) ?? Number.NaN]
    const [rb, ra] = [without.times[operation].quantile(0.5), with_.times[operation].quantile(0.5)]
    print(
      `  ${operation}: statement, mean ${b.toFixed(3)} → ${a.toFixed(3)} ms (${(a / b).toFixed(2)}); ` +
        `round trip with commit, median ${rb.toFixed(2)} → ${ra.toFixed(2)} ms (${(ra / rb).toFixed(2)})`,
    )
  }
  await requireClean(with_.db)
  await without.db.close()
  await with_.db.close()
}

const settleFast = async (cluster: Cluster, rakeBps: number, options: Options, print: Print) => {
  const { matches, connections, seconds } = options
  const db = await newDatabase(cluster, `rake_${rakeBps}`, connections)
  const hall = await openHall(db, { players: matches * 5, rakeBps })
  const reset = async () => void (await db.query('select pg_stat_statements_reset()'))
  const { times, perSecond, ownCore } = await settleAll(db, hall, { matches, connections, begun: reset })
  const mean = (await serverTimes(db)).get('settlement') ?? Number.NaN
  print(
    `${matches} settlements over ${connections} connections, rake ${rakeBps / 100} %: ${perSecond.toFixed(0)}/s, ` +
      `statement mean ${mean.toFixed(2)} ms, round trip ${quantiles(times)}; the bench itself used ${ownCore.toFixed(2)} cores`,
  )
  if (rakeBps === 0) {
    const read = await readAll(db, hall, { seconds, connections })
    print(
      `balance reads over ${connections} connections: ${read.perSecond.toFixed(0)}/s, ${quantiles(read.times)}`,
    )
  }
  await requireClean(db)
  await db.close()
}

/** The ledger on a PostgreSQL server of the machine's own programs, for this run alone. */
export const onPostgres = async (options: Options, print: Print): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-bench-pg-'))
  const cluster = await startCluster(folder, { settings, owner: process.pid })
  print('PostgreSQL')
  await comparePair(cluster, options, print)
  for (const rakeBps of [0, 250]) await settleFast(cluster, rakeBps, options, print)
}
