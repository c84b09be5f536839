import { historyCalls } from '@minefall/shared/contracts/rest'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Accounts } from '../accounts/index.ts'
import { server } from '../http/index.ts'
import { startJudging, type World } from './judging.ts'
import { readSkill } from './read.ts'

export { auditLuck, recomputeLuck } from './audit.ts'
export { type Judge, startJudge } from './judge.ts'
export { readSkill } from './read.ts'

export type Skill = {
  routes: FastifyPluginAsyncZod
  /** Lets the match that is being judged come to its end, and judges no more. */
  close(): Promise<void>
}

/** Judges what was played, and tells players how they did. */
export const startSkill = (world: World & Pick<Accounts, 'signedIn'>): Skill => ({
  routes: async (app) => {
    const serve = server(app, { tag: 'user', identify: world.signedIn })
    serve(
      historyCalls.skill,
      { summary: 'Your accuracy and luck over the last 30 days and over all matches' },
      ({ me: { playerId }, reply }) => {
        reply.header('cache-control', 'no-store')
        return readSkill(world.db, playerId, world.clock.now())
      },
    )
  },
  close: startJudging(world),
})
