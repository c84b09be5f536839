import { listeners } from '@minefall/shared/node'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dealtBoards } from './boards.ts'
import { startJudgingTries } from './judging.ts'
import { startKeeping } from './keep-boards.ts'
import { dailyRoutes } from './routes.ts'
import type { World } from './world.ts'

export { readStreak } from './ranking.ts'

export type DailyBoards = {
  routes: FastifyPluginAsyncZod
  /** Lets what is under way come to its end, and keeps and judges no more. */
  close(): Promise<void>
}

/** Keeps the boards of days, lets people play them, and judges how they did. */
export const startDaily = (options: Omit<World, 'boards' | 'ended'>): DailyBoards => {
  const ended = listeners()
  const world: World = { ...options, boards: dealtBoards(options.sealKeys), ended: ended.tell }
  const stopKeeping = startKeeping(world)
  const stopJudging = startJudgingTries({ ...world, onEnded: ended.add })
  return {
    routes: (app) => dailyRoutes(app, { world }),
    close: async () => {
      await stopKeeping()
      await stopJudging()
    },
  }
}
