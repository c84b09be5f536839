import type { Engine } from './engine.ts'
import type { Around } from './node.ts'
import { simulateWorld, WorldFailed, type WorldReport } from './simulate.ts'

/** A cluster's world, as its seed has it or made smaller. */
export type Swarm = {
  seed: number
  nodes: number
  people: number
  /** Virtual time until no more is begun. */
  minutes: number
  /** The only storms that begin; all of the seed's when missing. */
  storms?: readonly string[] | undefined
  /** All play at sealed tables. */
  sealed?: boolean | undefined
  /** People rest less between matches: more happens in a minute, which costs as much more. */
  busy?: boolean | undefined
}

/** What a seed stands for: two nodes, at times three, and few people, so that a minute costs little; at times sealed tables. */
export const swarmOf = (seed: number, minutes: number): Swarm => ({
  ...{ seed, minutes },
  nodes: seed % 4 === 3 ? 3 : 2,
  people: 3 + (seed % 3),
  sealed: seed % 7 === 6,
})

/** Plays it on an engine, which is emptied before. */
export const playSwarm = async (
  engine: Engine,
  { seed, nodes, people, minutes, storms, sealed = false, busy }: Swarm,
  around: Around = {},
  trace?: (line: string) => void,
): Promise<WorldReport | WorldFailed> => {
  await engine.reset()
  await engine.query('delete from game_table where sealed')
  try {
    return await simulateWorld({
      ...{ db: engine, seed, nodes, people, sealed, around },
      until: { minutes },
      rests: busy ? [1_000, 8_000] : [5_000, 120_000],
      ...(storms && { keep: new Set(storms) }),
      ...(trace && { trace }),
    })
  } catch (error) {
    if (error instanceof WorldFailed) return error
    throw error
  }
}

/** What plays it again. */
export const replayOf = ({ seed, nodes, people, minutes, storms, sealed, busy }: Swarm): string =>
  [
    `SEED=${seed} NODES=${nodes} PEOPLE=${people} MINUTES=${minutes}`,
    ...(sealed ? ['SEALED=1'] : []),
    ...(busy ? ['BUSY=1'] : []),
    ...(storms ? [`STORMS=${storms.join(',')}`] : []),
    'TRACE=1 npx vitest run --project worlds platform/src/matches/simulation/swarm',
  ].join(' ')

/** So often a world is played again to make it smaller. */
const attemptsMost = 40

/** Without some of a list: first without a half, then without each quarter, and so on to each one. */
function* lessOf<T>(list: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < list.length; from += size)
      yield list.filter((_, index) => index < from || index >= from + size)
}

/**
 * The smallest world that still fails, of those with less time, fewer storms and fewer people. `play` answers how one
 * fails, null when it does not.
 */
export const shrink = async (
  failing: Swarm,
  failed: WorldFailed,
  play: (swarm: Swarm) => Promise<WorldFailed | null>,
): Promise<{ swarm: Swarm; failed: WorldFailed }> => {
  let best = { swarm: failing, failed }
  let attempts = 0
  const fails = async (swarm: Swarm): Promise<boolean> => {
    if (attempts >= attemptsMost) return false
    attempts += 1
    const next = await play(swarm)
    if (next) best = { swarm, failed: next }
    return next !== null
  }
  await fails({ ...failing, minutes: Math.ceil(failed.virtualMs / 60_000), storms: failed.storms })
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false
    for (const storms of lessOf(best.swarm.storms ?? [])) {
      isSmaller = await fails({ ...best.swarm, storms })
      if (isSmaller) break
    }
  }
  while (best.swarm.people > 1 && (await fails({ ...best.swarm, people: best.swarm.people - 1 })));
  return best
}
