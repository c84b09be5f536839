/**
 * `npm run test:compose`: docker-compose.yml on a real engine. Robots play through its gateway while each container is
 * killed, the stack restarted and upgraded; everything is counted after, backed up, restored, and removed.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'
import { connectPlayer } from '../harness/player.ts'
import { readArguments } from '../load/arguments.ts'
import { type Aftermath, aftermathOf, faultsIn } from '../load/cluster/aftermath.ts'
import { notebook } from '../load/cluster/felt.ts'
import { balanced, faultsOf, feel, type Harm, type Harmable } from '../load/cluster/harms.ts'
import { aftermathLines, feltLines } from '../load/cluster/report.ts'
import { wrongsOf } from '../load/report.ts'
import { root } from '../load/repository.ts'
import { addLoadTable, harmedSide, loadTable, raisedSettings } from '../load/server.ts'
import { ourSide } from '../load/sides.ts'
import { run } from './docker.ts'
import { makeStack, type Stack, services, type Version } from './stack.ts'

const { values } = parseArgs({
  options: { from: { type: 'string' }, matches: { type: 'string', default: '20' } },
})
const thinkMs = 1_000
/** As long as a turn of the trial. */
const clockMs = 12_000
const options = readArguments(['--cluster', '--matches', values.matches, '--think', String(thinkMs)])

const began = performance.now()
const say = (line: string) => {
  const seconds = Math.round((performance.now() - began) / 1_000)
  process.stdout.write(`${String(seconds).padStart(5)} s  ${line}\n`)
}

/** Another version of this repository, in a folder that the engine sees. */
const checkOut = async (ref: string) => {
  const folder = await mkdtemp(join(root, 'tests/output/version-'))
  const archive = join(folder, 'version.tar')
  // With the modes of a checkout, so that layers of the same files are the same.
  await run('git', ['-c', 'tar.umask=0022', 'archive', '-o', archive, ref], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  await rm(archive)
  return folder
}

const playOne = async (url: string) => {
  const player = await connectPlayer(url)
  await player.join('mines-trial', '100', 'trial')
  const { phase, moves } = await player.play()
  player.leave()
  if (phase !== 'settled') throw new Error(`a match ended as ${phase}`)
  say(`A trial was played to its end: ${moves.length} moves`)
}

const reckon = async (stack: Stack, promised: Parameters<typeof aftermathOf>[1]): Promise<Aftermath> => {
  const db = await openDatabase({ url: await stack.databaseUrl(), existing: true, log: silentLogger() })
  return aftermathOf(db, promised).finally(() => db.close())
}

const play = async (stack: Stack, before: Version | null): Promise<string[]> => {
  const now: Version = { folder: root, tag: 'now' }
  await stack.build(now)
  say('docker compose build: the images are built')
  if (before) {
    await stack.build(before)
    say(`Those of ${values.from} are built too`)
  }
  await stack.use(before ?? now)
  // Nodes read the tables when they start; those are in the database once the first has.
  await stack.compose('up', '-d', '--wait', 'platform-1')
  await addLoadTable(stack.sql, clockMs, harmedSide)
  await stack.compose('stop', 'platform-1')
  await stack.compose('up', '-d', '--wait')
  say(`docker compose up: all are healthy${before ? `, from the images of ${values.from}` : ''}`)
  await balanced(stack)
  await playOne(stack.url)

  const notes = notebook()
  const side = ourSide(stack.url, loadTable, options, notes)
  const killer = await stack.startKiller()
  const faults: string[] = []
  try {
    side.gate.open()
    await side.enter(() => {})
    side.tally.measuring = true
    say(`${side.sockets} robots play ${options.matches} matches`)
    const deeds: Harm<Harmable>[] = [
      ...(before ? [stack.upgradedTo(now)] : []),
      ...services.map((service) => stack.killed(service, killer)),
      stack.restarted,
    ]
    for (const deed of deeds) {
      const felt = await feel(deed, { loaded: stack, side, notes, thinkMs, deskToken: null })
      faults.push(...faultsOf(felt))
      for (const line of feltLines(felt)) say(line)
    }
  } finally {
    side.leave()
    await killer.end()
  }
  const wrong = wrongsOf([side.tally]).map(
    ({ kind, times, first }) => `${kind}: ${times} times, first: ${first}`,
  )
  const aftermath = await reckon(stack, notes.promised)
  for (const line of aftermathLines(aftermath)) say(line)

  const backups = await mkdtemp(join(root, 'tests/output/backups-'))
  try {
    await stack.restore(await stack.withCompose('deploy/backup.sh', backups))
  } finally {
    await rm(backups, { recursive: true })
  }
  say('Backed up, removed with its volumes, and restored')
  // Clocks of matches that everyone left run on.
  const restored = { ...(await reckon(stack, notes.promised)), turnsLost: 0, idle: 0 }
  say(`${restored.promised - restored.lost} of ${restored.promised} acknowledged moves are there`)
  await playOne(stack.url)
  return [...wrong, ...faults, ...faultsIn(aftermath), ...faultsIn(restored)]
}

const stack = await makeStack(raisedSettings(options))
const before: Version | null =
  values.from === undefined ? null : { folder: await checkOut(values.from), tag: 'before' }
let removing: Promise<string[]> | null = null
const removeAll = async () => {
  const left = await stack.remove()
  if (before) await rm(before.folder, { recursive: true })
  say('Containers, volumes, networks and images are removed')
  return left.map((id) => `${id} is left`)
}
const remove = () => {
  removing ??= removeAll()
  return removing
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void remove().finally(() => process.exit(1)))
const told = (error: unknown) => [error instanceof Error ? error.message : String(error)]
const toldWithLogs = async (error: unknown) => [
  ...told(error),
  await stack.compose('logs', '--tail', '20').catch(() => 'There are no logs.'),
]
const faults = [...(await play(stack, before).catch(toldWithLogs)), ...(await remove().catch(told))]
say(faults.length === 0 ? 'Nothing was lost, and nothing went wrong.' : `WRONG:\n${faults.join('\n')}`)
process.exit(faults.length === 0 ? 0 : 1)
