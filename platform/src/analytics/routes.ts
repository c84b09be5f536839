import { analyticsCalls } from '@minefall/shared/contracts/rest'
import type { FastifyRequest } from 'fastify'
import { type App, accepted, server, tooMany } from '../http/index.ts'
import { admitCall, nodeIntake } from './admit-call.ts'
import { storeEvents } from './store-events.ts'
import type { Total } from './total.ts'
import type { World } from './world.ts'

/** When to try again while more is kept than may be, in seconds: dropping the oldest takes less. */
const overSeconds = 60

/** The intake of what pages tell of their use; guests' too. */
export const analyticsRoutes = async (app: App, { world, total }: { world: World; total: Total }) => {
  const intake = nodeIntake(world)
  const identify = async (request: FastifyRequest) => {
    await admitCall(world, intake, request)
    if (await total.isOver()) accepted(tooMany(overSeconds * 1_000))
  }
  server(app, { tag: 'analytics', identify })(
    analyticsCalls.receiveEvents,
    { summary: 'Tell how the product is used; each event is stored once, however often it is told' },
    async ({ body }) => {
      const { clock, bounds } = world
      return { stored: await storeEvents(world.db, body, { now: clock.now(), keepMs: bounds.keepMs }) }
    },
  )
}
