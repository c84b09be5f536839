import { setTimeout as delay } from 'node:timers/promises'
import { openDesk } from '../../harness/desk.ts'
import type { ClusterShape, LoadOptions } from '../arguments.ts'
import { beginMeasuring } from '../measure.ts'
import { wrongsOf } from '../report.ts'
import { loadTable, raisedSettings } from '../server.ts'
import { ourSide, type PlayersSide } from '../sides.ts'
import { noteWrong, wrongs } from '../tally.ts'
import { aftermathOf, faultsIn } from './aftermath.ts'
import { notebook } from './felt.ts'
import { balanced, doHarm, type Felt, faultsOf } from './harms.ts'
import { type ClusterReport, feltLines, type Stretch } from './report.ts'
import { costOfThousand, costSoFar, type LoadedCluster, startLoadedCluster } from './start.ts'

type Tell = (line: string) => void

/** Before a stretch counts: code gets warm, and what a change of nodes moved has settled. */
const leadMs = 2_000
/** With one node and with all in turn, a stretch is this long. */
const turnSeconds = 10

const measureStretch = async (
  loaded: LoadedCluster,
  side: PlayersSide,
  seconds: number,
  platforms: number,
): Promise<Stretch> => {
  const { tally } = side
  await delay(leadMs)
  const cost = await costSoFar(loaded)
  const end = beginMeasuring(tally, { server: null, database: null })
  await delay(seconds * 1_000)
  const { clicks, seconds: lasted, clicksASecond, toAll, toAck } = end()
  if (clicks === 0) noteWrong(tally, wrongs.idle, 'nothing was measured')
  return {
    ...{ platforms, seconds: lasted, clicksASecond, toAll, toAck },
    cost: costOfThousand(cost, await costSoFar(loaded), clicks),
  }
}

/** With all platform nodes and with one, in turn, so that what the machine does in the meantime meets both. */
const measureInTurn = async (loaded: LoadedCluster, side: PlayersSide, seconds: number, tell: Tell) => {
  const { platforms } = loaded.cluster
  const others = platforms.slice(1)
  const stretches: Stretch[] = []
  for (let done = 0; done < seconds; done += turnSeconds) {
    for (const count of [platforms.length, 1]) {
      if (count === 1) for (const node of others) await node.stop()
      const stretch = await measureStretch(loaded, side, Math.min(turnSeconds, seconds), count)
      tell(`${count} platform nodes: ${Math.round(stretch.clicksASecond)} clicks/s`)
      stretches.push(stretch)
    }
    for (const node of others) await node.start()
    await balanced(loaded)
  }
  return stretches
}

/** Plays on its own cluster, measures it, harms it as asked, and holds what is left against what was promised. */
export const runClusterLoad = async (
  options: LoadOptions,
  shape: ClusterShape,
  tell: Tell,
): Promise<ClusterReport> => {
  const loaded = await startLoadedCluster(options, shape)
  const notes = notebook()
  const comesBack = shape.harms.length > 0 || shape.besideOne
  const side = ourSide(loaded.cluster.url, loadTable, options, comesBack ? notes : null)
  try {
    await balanced(loaded)
    // Clocks run for those who sit already.
    if (shape.harms.length > 0) side.gate.open()
    let told = 0
    await side.enter((sockets) => {
      if (performance.now() - told < 1_000) return
      told = performance.now()
      tell(`${sockets} of ${side.sockets} sockets seated`)
    })
    side.gate.open()
    const stretches = shape.besideOne
      ? await measureInTurn(loaded, side, options.seconds, tell)
      : [await measureStretch(loaded, side, options.seconds, shape.platforms)]
    const felt: Felt[] = []
    const deskToken = shape.harms.includes('bff')
      ? (await openDesk(loaded.cluster.url, loaded.staff)).token
      : null
    for (const name of shape.harms) {
      tell(`next: ${name}`)
      const one = await doHarm(name, { loaded, side, notes, thinkMs: options.thinkMs, deskToken })
      for (const line of feltLines(one)) tell(line)
      felt.push(one)
    }
    side.leave()
    const aftermath = await aftermathOf(loaded.sql, notes.promised)
    return {
      matches: options.matches,
      sockets: side.sockets,
      thinkMs: options.thinkMs,
      raised: raisedSettings(options),
      stretches,
      felt,
      aftermath,
      faults: [...felt.flatMap(faultsOf), ...faultsIn(aftermath)],
      retried: side.tally.retried,
      wrong: wrongsOf([side.tally]),
    }
  } finally {
    side.leave()
    await loaded.remove()
  }
}
