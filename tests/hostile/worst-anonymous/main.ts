import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '@minefall/shared/testing-ports'
import { z } from 'zod'
import { gatewayProcess } from '../../cluster/gateway.ts'
import { startChild } from '../../load/child.ts'
import { apart } from '../../load/processor.ts'
import { profileText } from '../../load/profile.ts'
import { programs } from '../../load/repository.ts'
import { loadTable } from '../../load/server.ts'
import { ourSide } from '../../load/sides.ts'
import { type Stall, watchStalls } from '../../load/stalls.ts'
import type { Attack } from './attacking.ts'
import { isKind, type KindName, kinds } from './kinds.ts'
import { type Phase, phase, tableOf } from './phases.ts'
import { growthOf, sizesOf } from './sizes.ts'

/**
 * The worst anonymous traffic that the limits let through, all kinds of it at once from many addresses, at a server as
 * it is shipped, while a few matches are played: what it costs the players, what their slowest clicks waited for, and
 * what is left of it in memory and on disk. In turn with it the same traffic goes to a bare server on the server's core:
 * what that costs is the traffic's own share.
 */
const { values } = parseArgs({
  options: {
    /** Of attack, in slices; of all else half as long. */
    minutes: { type: 'string', default: '10' },
    slice: { type: 'string', default: '20' },
    /** Seconds of it before anything is measured: code that runs first is compiled then. */
    warm: { type: 'string', default: '40' },
    matches: { type: 'string', default: '8' },
    addresses: { type: 'string', default: '30' },
    /** Kinds, with commas between them. */
    only: { type: 'string', default: Object.keys(kinds).join() },
    /** A slice of each kind alone, and of all but each, instead of all at once. */
    each: { type: 'boolean', default: false },
    /** Everyone comes through the gateway that a published server has in front. */
    gateway: { type: 'boolean', default: false },
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

const before = await sizesOf(folder, { prepare: true })
const { started, cores } = await apart(async () => {
  const server = await startChild(programs.server, {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...(values.gateway && { TRUSTED_PROXIES: '1', PUBLISHED_ON: '127.0.0.1' }),
  })
  const page = await (await fetch(server.url)).arrayBuffer()
  const bareProgram = fileURLToPath(new URL('./bare.js', import.meta.url))
  return { server, bare: await startChild(bareProgram, {}, [String(page.byteLength)]) }
})
const { server, bare } = started
const gateway = values.gateway
  ? await gatewayProcess({
      address: { host: '127.0.0.1', port: await freePort() },
      bffs: [server.url],
      log: join(dataDir, 'gateway.log'),
    })
  : null
await gateway?.start()
/** What people connect to. */
const front = gateway ?? server
const attacking = fork(new URL('./attacking.js', import.meta.url), [String(addresses)])
const side = ourSide(front.url, loadTable, { matches, thinkMs })

const stalls = { ...(await server.stalls()), players: [] as Stall[] }
watchStalls((stall) => stalls.players.push(stall))
const processes = {
  server: server.pid,
  players: process.pid,
  others: { attacker: attacking.pid ?? -1, bare: bare.pid, ...(gateway && { gateway: gateway.pid() }) },
}

/** Clicks to all five of their match, for some seconds. */
const measure = async (into: Phase, seconds: number) => {
  side.tally.toAll = into.into
  const end = into.begin()
  side.tally.measuring = true
  await setTimeout(1_000 * seconds)
  side.tally.measuring = false
  end()
}
/** The same while kinds of traffic are sent. */
const measureUnder = async (into: Phase, seconds: number, attack: Attack) => {
  attacking.send(attack)
  await measure(into, seconds)
  const stopped = once(attacking, 'message')
  attacking.send(false)
  const [counts] = await stopped
  for (const [name, times] of Object.entries(z.record(z.string(), z.number()).parse(counts)))
    into.did.set(name, (into.did.get(name) ?? 0) + times)
  await setTimeout(settleMs)
}
const to = ({ url }: { url: string }, sent: readonly KindName[]): Attack => ({
  port: Number(new URL(url).port),
  only: sent,
})
/** As much of each kind to the bare server as was sent to the program in `like`. */
const toBare = ({ did, seconds }: Phase): Attack => ({
  ...to(bare, only),
  apartMs: Object.fromEntries(
    [...did].map(([name, times]) => [name, (1_000 * addresses * seconds()) / times]),
  ),
})
const takeStalls = async () => {
  const { main, collector, database } = await server.stalls()
  stalls.main.push(...main)
  stalls.collector.push(...collector)
  stalls.database.push(...database)
}
const ratesOf = ({ did, seconds }: Phase) =>
  [...did].map(([kind, times]) => `${kind} ${(times / seconds()).toFixed(1)}`).join(', ')

await side.enter(() => {})
side.gate.open()
await setTimeout(2_000)
const warming = phase('warm', processes)
await measureUnder(warming, warm, to(front, only))
console.log(`${5 * matches} sockets in ${matches} matches; ${addresses} addresses; ${cores}`)
if (values.profile !== undefined) await server.startProfile()

const phases: Phase[] = []
const newPhase = (name: string): Phase => {
  const made = phase(name, processes)
  phases.push(made)
  return made
}
if (values.each) {
  await measure(newPhase('alone'), slice)
  for (const kind of only) await measureUnder(newPhase(kind), slice, to(front, [kind]))
  for (const kind of only)
    await measureUnder(
      newPhase(`all but ${kind}`),
      slice,
      to(
        front,
        only.filter((other) => other !== kind),
      ),
    )
  await measureUnder(newPhase('all'), slice, to(front, only))
  await measure(newPhase('alone again'), slice)
} else {
  const [alone, beside, under] = [newPhase('alone'), newPhase('beside a bare server'), newPhase('attacked')]
  console.log('| attacked for | p99 alone, beside a bare server, attacked | heap | resident | open files |')
  console.log('|---|---|---|---|---|')
  const tell = async () => {
    const files = (await readdir(`/proc/${server.pid}/fd`)).length
    const { heap, resident } = await server.memory()
    const p99 = [alone, beside, under].map(({ quantile }) => quantile(0.99).toFixed(1)).join(', ')
    const [heapMb, residentMb] = [heap, resident].map((bytes) => `${(bytes / megabyte).toFixed(0)} MB`)
    console.log(`| ${under.seconds().toFixed(0)} s | ${p99} ms | ${heapMb} | ${residentMb} | ${files} |`)
  }
  const slices = Math.max(1, Math.round((minutes * 60) / slice))
  const tellEvery = Math.max(1, Math.round(60 / slice))
  for (let nth = 1; nth <= slices; nth++) {
    await measure(alone, slice / 2)
    await measureUnder(beside, slice / 2, toBare(nth === 1 ? warming : under))
    await measureUnder(under, slice, to(front, only))
    if (nth % tellEvery === 0 || nth === slices) await tell()
  }
}
await takeStalls()
console.log(`\n${tableOf(phases, stalls)}\n`)
for (const one of phases) console.log(`${one.name}, a second: ${ratesOf(one) || 'nothing'}`)
if (values.profile !== undefined) {
  await server.endProfile(values.profile)
  console.log(profileText(values.profile))
}
for (const [kind, { times, first }] of side.tally.wrong)
  console.log(`WRONG ${kind}, ${times} times: ${first}`)
side.leave()
attacking.disconnect()
await gateway?.stop()
await Promise.all([server.stop(), bare.stop()])
console.log(`\n${growthOf(before, await sizesOf(folder))}`)
