import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { repeat } from '../jobs/repeating.ts'
import { type CounterWorld, countNext } from './counter/count-match.ts'
import { rewardsRoutes } from './routes.ts'
import type { World } from './world.ts'

/** How often the queue is looked at besides, in milliseconds: for what another node left, or could not be counted. */
const everyMs = 10_000

/**
 * Counts every match that is over: at the start, after each end here, and every few seconds, until the answer is
 * called, which waits for the match that is being counted. What is killed in between is counted by the next one.
 */
export const startCounting = (world: CounterWorld & Pick<World, 'matches'>): (() => Promise<void>) => {
  const { clock, log, matches } = world
  const stopping = new AbortController()
  const leftOut = new Set<string>()
  let asked = false
  let counting: Promise<void> | null = null

  const failed = (error: unknown) => log.error({ err: error }, 'matches could not be counted')
  const countAll = async () => {
    try {
      while (asked && !stopping.signal.aborted) {
        asked = false
        while (!stopping.signal.aborted && (await countNext(world, leftOut)));
      }
    } catch (error) {
      failed(error)
    } finally {
      counting = null
    }
  }
  const count = (): Promise<void> => {
    asked = true
    counting ??= countAll()
    return counting
  }

  void count()
  const unheard = matches.onEnded(() => void count())
  const stopRepeating = repeat({ job: 'counting', clock, everyMs, failed }, () => {
    leftOut.clear()
    return count()
  })
  return async () => {
    stopping.abort()
    unheard()
    await stopRepeating()
    await counting
  }
}

export type Rewards = {
  routes: FastifyPluginAsyncZod
  /** Lets the match that is being counted come to its end, and counts no more. */
  close(): Promise<void>
}

/** Counts what is played, and offers what is given for it. */
export const startRewards = (world: World): Rewards => ({
  routes: (app) => rewardsRoutes(app, { world }),
  close: startCounting(world),
})
