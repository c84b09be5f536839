import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { z } from 'zod'
import { startChild } from '../../load/child.ts'
import { programs } from '../../load/repository.ts'
import { samples } from '../../load/samples.ts'
import { addLoadTable, loadTable } from '../../load/server.ts'
import { ourSide } from '../../load/sides.ts'

/**
 * The worst anonymous traffic that the limits let through, all kinds of it at once from many addresses, at a server as
 * it is shipped, while a few matches are played: what it costs the players, and what is left of it in memory and on disk.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    slice: { type: 'string', default: '15' },
    matches: { type: 'string', default: '8' },
    addresses: { type: 'string', default: '30' },
    only: { type: 'string' },
  },
})
const [minutes, slice, matches, addresses] = [
  values.minutes,
  values.slice,
  values.matches,
  values.addresses,
].map(Number)
if (!minutes || !slice || !matches || !addresses)
  throw new Error('--minutes, --slice, --matches and --addresses must be numbers above 0.')

const megabyte = 1024 * 1024
const thinkMs = 250
/** What an attack leaves under way when it ends is not measured as its absence, in milliseconds. */
const settleMs = 1_000

const dataDir = await mkdtemp(join(tmpdir(), 'minefall-worst-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const folder = join(dataDir, 'database')

const sizeRow = z.object({ name: z.string(), bytes: z.number(), rows: z.number() })
/** What each table takes with its indexes, vacuumed, in bytes. */
const sizes = async (prepare = false): Promise<Map<string, z.infer<typeof sizeRow>>> => {
  const db = await openDatabase({ folder, log: silentLogger() })
  if (prepare) await addLoadTable(db)
  await db.query('vacuum analyze')
  const { rows } = await db.query(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes, greatest(reltuples, 0)::float8 as rows
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  await db.close()
  return new Map(
    z
      .array(sizeRow)
      .parse(rows)
      .map((row) => [row.name, row]),
  )
}

const before = await sizes(true)
const server = await startChild(programs.server, { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir })
const attacking = fork(new URL('./attacking.js', import.meta.url), [
  new URL(server.url).port,
  String(addresses),
  ...(values.only === undefined ? [] : [values.only]),
])
const side = ourSide(server.url, loadTable, { matches, thinkMs })

/** Clicks to all five of their match, in milliseconds, for some seconds. */
const measure = async (into: ReturnType<typeof samples>, seconds: number) => {
  side.tally.toAll = into
  side.tally.measuring = true
  await setTimeout(1_000 * seconds)
  side.tally.measuring = false
}
const openFiles = async () => (await readdir(`/proc/${server.pid}/fd`)).length

await side.enter(() => {})
side.gate.open()
await setTimeout(2_000)
console.log(
  `${5 * matches} sockets in ${matches} matches; all kinds at once from ${addresses} addresses, ${minutes} minutes of it in slices of ${slice} s with pauses a third as long`,
)
console.log(
  '| attacked for | p50 without → with, ms | p99 without → with, ms | heap | resident | open files |',
)
console.log('|---|---|---|---|---|---|')

const [without, under] = [samples(), samples()]
const did = new Map<string, number>()
const tell = async (seconds: number) => {
  const files = await openFiles()
  const { heap, resident } = await server.memory()
  const quantiles = (part: number) =>
    `${without.quantile(part).toFixed(1)} → ${under.quantile(part).toFixed(1)}`
  const ratio = (under.quantile(0.99) / without.quantile(0.99)).toFixed(2)
  console.log(
    `| ${seconds} s | ${quantiles(0.5)} | ${quantiles(0.99)} (${ratio} times) | ${(heap / megabyte).toFixed(0)} MB | ${(resident / megabyte).toFixed(0)} MB | ${files} |`,
  )
}
const slices = Math.max(1, Math.round((minutes * 60) / slice))
const tellEvery = Math.max(1, Math.round(60 / slice))
for (let nth = 1; nth <= slices; nth++) {
  await measure(without, slice / 3)
  attacking.send(true)
  await measure(under, slice)
  const stopped = once(attacking, 'message')
  attacking.send(false)
  const [counts] = await stopped
  for (const [name, times] of Object.entries(z.record(z.string(), z.number()).parse(counts)))
    did.set(name, (did.get(name) ?? 0) + times)
  await setTimeout(settleMs)
  if (nth % tellEvery === 0 || nth === slices) await tell(nth * slice)
}
for (const [kind, { times, first }] of side.tally.wrong)
  console.log(`WRONG ${kind}, ${times} times: ${first}`)
side.leave()
attacking.disconnect()
await server.stop()

console.log(`\n| Sent | times |\n|---|---|`)
for (const [name, times] of [...did].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`| ${name} | ${times} |`)
console.log('\n| Table | rows | grew by |\n|---|---|---|')
const after = await sizes()
let grown = 0
const grew = [...after.values()].map((table) => {
  const bytes = table.bytes - (before.get(table.name)?.bytes ?? 0)
  grown += bytes
  return { ...table, bytes }
})
for (const { name, rows, bytes } of grew.sort((a, b) => b.bytes - a.bytes).slice(0, 15))
  console.log(`| \`${name}\` | ${rows} | ${(bytes / megabyte).toFixed(1)} MB |`)
console.log(`| all | | ${(grown / megabyte).toFixed(1)} MB |`)
