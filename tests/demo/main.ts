/** `npm run demo:failover`: robots play on a cluster whose nodes are killed in turn, and everything is counted after. */
import { setTimeout as delay } from 'node:timers/promises'
import { openDesk } from '../harness/desk.ts'
import { harmNames, type LoadOptions, readArguments } from '../load/arguments.ts'
import { aftermathOf, faultsIn } from '../load/cluster/aftermath.ts'
import { notebook, spreadOf, waitsOf } from '../load/cluster/felt.ts'
import { balanced, doHarm, faultsOf } from '../load/cluster/harms.ts'
import { startLoadedCluster } from '../load/cluster/start.ts'
import { wrongsOf } from '../load/report.ts'
import { loadTable } from '../load/server.ts'
import { ourSide } from '../load/sides.ts'
import { reckoning, story, time } from './words.ts'

const matches = 20
const thinkMs = 600
const warmMs = 5_000

const say = (line = '') => void process.stdout.write(`${line}\n`)
const tell = (lines: readonly string[]) => {
  for (const line of lines) say(`     ${line}`)
}

const show = async (options: LoadOptions): Promise<string[]> => {
  const shape = { platforms: 2, bffs: 2, harms: harmNames, besideOne: false }
  say('Starting two platform nodes, two BFFs, a gateway, NATS and PostgreSQL on this machine …')
  const since = performance.now()
  const loaded = await startLoadedCluster(options, shape)
  const notes = notebook()
  const side = ourSide(loaded.cluster.url, loadTable, options, notes)
  try {
    await balanced(loaded)
    say(
      `  They are up after ${time(performance.now() - since)}. ${side.sockets} robots sit down at ${matches} tables …`,
    )
    side.gate.open()
    await side.enter(() => {})
    notes.clear()
    side.tally.measuring = true
    const began = performance.now()
    await delay(warmMs)
    const { p50, p99, count } = spreadOf(waitsOf(notes.clicks, began, performance.now()))
    say(
      `  They make ${Math.round((1_000 * count) / warmMs)} moves a second, each answered in ${time(p50)}, 99 of 100 within ${time(p99)}.`,
    )
    const deskToken = (await openDesk(loaded.cluster.url, loaded.staff)).token
    const faults: string[] = []
    for (const [index, name] of harmNames.entries()) {
      const felt = await doHarm(name, { loaded, side, notes, thinkMs, deskToken })
      faults.push(...faultsOf(felt))
      const [deed, ...lines] = story(felt)
      say(`\n  ${index + 1}. ${deed}`)
      tell(lines)
    }
    side.leave()
    const aftermath = await aftermathOf(loaded.sql, notes.promised)
    say('\n  What is left')
    tell(reckoning(aftermath))
    const wrong = wrongsOf([side.tally]).map(
      ({ kind, times, first }) => `${kind}: ${times} times, first: ${first}`,
    )
    return [...wrong, ...faults, ...faultsIn(aftermath)]
  } finally {
    side.leave()
    await loaded.remove()
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const faults = await show(
  readArguments(['--cluster', '--matches', String(matches), '--think', String(thinkMs)]),
).catch((error: unknown) => [error instanceof Error ? error.message : String(error)])
say(
  faults.length === 0
    ? '\nNothing was lost, and nothing went wrong.'
    : `\nWRONG:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
)
process.exitCode = faults.length === 0 ? 0 : 1
