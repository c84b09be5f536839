import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { drain } from '../jobs/draining.ts'
import { type CounterWorld, countNext } from './counter/count-match.ts'
import { rewardsRoutes } from './routes.ts'
import type { World } from './world.ts'

/** How often the queue is looked at besides, in milliseconds. */
const everyMs = 10_000

/** Counts every match that is over. What is killed in between is counted by the next one. */
export const startCounting = (world: CounterWorld & Pick<World, 'matches'>): (() => Promise<void>) =>
  drain(
    {
      job: 'counting',
      clock: world.clock,
      everyMs,
      onMore: world.matches.onEnded,
      failed: (error) => world.log.error({ err: error }, 'matches could not be counted'),
    },
    (leftOut) => countNext(world, leftOut),
  )

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
