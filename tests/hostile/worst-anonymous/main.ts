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
import { apart, mainThreadSecondsOf, secondsOf } from '../../load/processor.ts'
import { profileText } from '../../load/profile.ts'
import { programs } from '../../load/repository.ts'
import { samples } from '../../load/samples.ts'
import { addLoadTable, loadTable } from '../../load/server.ts'
import { ourSide } from '../../load/sides.ts'
import { isKind, type KindName, kinds } from './kinds.ts'

/**
 * The worst anonymous traffic that the limits let through, all kinds of it at once from many addresses, at a server as
 * it is shipped, while a few matches are played: what it costs the players, and what is left of it in memory and on disk.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    slice: { type: 'string', default: '15' },
    /** Seconds of it before anything is measured: code that runs first is compiled then. */
    warm: { type: 'string', default: '20' },
    matches: { type: 'string', default: '8' },
    addresses: { type: 'string', default: '30' },
    /** Kinds, with commas between them. */
    only: { type: 'string', default: Object.keys(kinds).join() },
    /** One kind after the other, a slice of each, instead of all at once. */
    each: { type: 'boolean', default: false },
    /** Where a profile of the server under attack is written to. */
    profile: { type: 'string' },
  },
})
const [minutes, slice, warm, matches, addresses] = [
  values.minutes,
  values.slice,
  values.warm,
  values.matches,
  values.addresses,
].map(Number)
if (!minutes || !slice || !warm || !matches || !addresses)
  throw new Error('--minutes, --slice, --warm, --matches and --addresses must be numbers above 0.')
const only = values.only.split(',').filter(isKind)

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
const { started: server, cores } = await apart(() =>
  startChild(programs.server, { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir }),
)
const attacking = fork(new URL('./attacking.js', import.meta.url), [
  new URL(server.url).port,
  String(addresses),
])
const side = ourSide(server.url, loadTable, { matches, thinkMs })

/** Seconds of processor time so far. */
const used = () => {
  const main = mainThreadSecondsOf(server.pid)
  return {
    main,
    others: secondsOf(server.pid) - main,
    attacker: secondsOf(attacking.pid ?? -1),
    players: secondsOf(process.pid),
  }
}
type Used = ReturnType<typeof used>
const nothing: Used = { main: 0, others: 0, attacker: 0, players: 0 }
const over = (sum: Used, before: Used, now: Used): Used => ({
  main: sum.main + now.main - before.main,
  others: sum.others + now.others - before.others,
  attacker: sum.attacker + now.attacker - before.attacker,
  players: sum.players + now.players - before.players,
})
const shares = ({ main, others, attacker, players }: Used, seconds: number) =>
  [main, others, players, attacker].map((part) => `${((100 * part) / seconds).toFixed(0)} %`).join(' | ')

/** Clicks to all five of their match, in milliseconds, for some seconds; adds what processors did to `sum`. */
const measure = async (into: ReturnType<typeof samples>, seconds: number, sum: Used) => {
  const before = used()
  side.tally.toAll = into
  side.tally.measuring = true
  await setTimeout(1_000 * seconds)
  side.tally.measuring = false
  return over(sum, before, used())
}
/** The same while kinds of traffic are sent; adds how often each was to `did`. */
const measureUnder = async (
  sent: readonly KindName[],
  into: ReturnType<typeof samples>,
  sum: Used,
  did: Map<string, number>,
  seconds = slice,
) => {
  attacking.send(sent)
  const after = await measure(into, seconds, sum)
  const stopped = once(attacking, 'message')
  attacking.send(false)
  const [counts] = await stopped
  for (const [name, times] of Object.entries(z.record(z.string(), z.number()).parse(counts)))
    did.set(name, (did.get(name) ?? 0) + times)
  await setTimeout(settleMs)
  return after
}
const openFiles = async () => (await readdir(`/proc/${server.pid}/fd`)).length

await side.enter(() => {})
side.gate.open()
await setTimeout(2_000)
await measureUnder(only, samples(), nothing, new Map(), warm)
console.log(
  `${5 * matches} sockets in ${matches} matches; ${addresses} addresses; ${cores}; shares of one core: main thread | other threads of the server | players | attacker`,
)
if (values.profile !== undefined) await server.startProfile()
const did = new Map<string, number>()
if (values.each) {
  console.log('| Sent | a second | p50, ms | p99, ms | main thread | others | players | attacker |')
  console.log('|---|---|---|---|---|---|---|---|')
  const tellEach = async (name: string, sent: readonly KindName[]) => {
    const into = samples()
    const counts = new Map<string, number>()
    const sum =
      sent.length === 0
        ? await measure(into, slice, nothing)
        : await measureUnder(sent, into, nothing, counts)
    const rate = [...counts].map(([kind, times]) => `${kind} ${(times / slice).toFixed(1)}`).join(', ')
    const quantiles = [0.5, 0.99].map((part) => into.quantile(part).toFixed(1)).join(' | ')
    console.log(`| ${name} | ${rate} | ${quantiles} | ${shares(sum, slice)} |`)
  }
  await tellEach('nothing', [])
  for (const kind of only) await tellEach(kind, [kind])
  await tellEach('all', only)
  await tellEach('nothing', [])
} else {
  console.log(
    `all at once, ${minutes} minutes of it in slices of ${slice} s with pauses a third as long\n| attacked for | p50 without → with, ms | p99 without → with, ms | heap | resident | open files | processors without | with |`,
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const [without, under] = [samples(), samples()]
  let [idle, busy] = [nothing, nothing]
  const tell = async (seconds: number) => {
    const files = await openFiles()
    const { heap, resident } = await server.memory()
    const quantiles = (part: number) =>
      `${without.quantile(part).toFixed(1)} → ${under.quantile(part).toFixed(1)}`
    const ratio = (under.quantile(0.99) / without.quantile(0.99)).toFixed(2)
    console.log(
      `| ${seconds} s | ${quantiles(0.5)} | ${quantiles(0.99)} (${ratio} times) | ${(heap / megabyte).toFixed(0)} MB | ${(resident / megabyte).toFixed(0)} MB | ${files} | ${shares(idle, seconds / 3).replaceAll(' |', ',')} | ${shares(busy, seconds).replaceAll(' |', ',')} |`,
    )
  }
  const slices = Math.max(1, Math.round((minutes * 60) / slice))
  const tellEvery = Math.max(1, Math.round(60 / slice))
  for (let nth = 1; nth <= slices; nth++) {
    idle = await measure(without, slice / 3, idle)
    busy = await measureUnder(only, under, busy, did)
    if (nth % tellEvery === 0 || nth === slices) await tell(nth * slice)
  }
}
if (values.profile !== undefined) {
  await server.endProfile(values.profile)
  console.log(profileText(values.profile))
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
