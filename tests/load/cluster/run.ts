import { setTimeout as delay } from 'node:timers/promises'
import { openDesk } from '../../harness/desk.ts'
import type { ClusterShape, LoadOptions } from '../arguments.ts'
import { wrongsOf } from '../report.ts'
import { samples } from '../samples.ts'
import { loadTable, raisedSettings } from '../server.ts'
import { ourSide, type PlayersSide } from '../sides.ts'
import { aftermathOf, faultsIn } from './aftermath.ts'
import { costOfThousand, costSoFar } from './cost.ts'
import { doHarm, type Felt, faultsOf } from './do-harm.ts'
import { balanced } from './harms.ts'
import { notebook } from './notes.ts'
import { type ClusterReport, feltLines, type Stretch } from './report.ts'
import { type LoadedCluster, startLoadedCluster } from './start.ts'

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
  tally.toAll = samples()
  tally.toAck = samples()
  const [cost, clicks, since] = [await costSoFar(loaded), tally.clicks, performance.now()]
  tally.measuring = true
  await delay(seconds * 1_000)
  tally.measuring = false
  const lasted = (performance.now() - since) / 1_000
  const done = tally.clicks - clicks
  const spread = ({ quantile }: typeof tally.toAll) => ({
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
  })
  return {
    platforms,
    seconds: lasted,
    clicksASecond: done / lasted,
    toAll: spread(tally.toAll),
    toAck: spread(tally.toAck),
    cost: costOfThousand(cost, await costSoFar(loaded), done),
  }
}

/** With all platform nodes and with one, in turn, so that what the machine does meanwhile meets both. */
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

/** Plays on a cluster of its own, measures it, harms it as asked, and holds what is left against what was promised. */
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
