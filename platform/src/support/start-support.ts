import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { repeat } from '../jobs/repeating.ts'
import { answerChat } from './chat/answer-chat.ts'
import { sweepPictures } from './chat/pictures.ts'
import { type StaffPresence, startStaffPresence } from './chat/staffed.ts'
import { supportRoutes } from './routes.ts'
import type { World } from './world.ts'

/** How often pictures that were never sent are looked for, in milliseconds. */
const sweepEveryMs = 600_000

export type Support = {
  routes: FastifyPluginAsyncZod
  /** Who of staff is on, as the desk hears it. */
  presence: StaffPresence
  close(): Promise<void>
}

/** Takes reported problems and answers the chat until it is closed. */
export const startSupport = (world: World): Support => {
  const { clock, log } = world
  const presence = startStaffPresence(world)
  const stopAnswering = answerChat(world)
  const failed = (error: unknown) => log.error({ err: error }, 'pictures could not be swept')
  const stopSweeping = repeat({ job: 'pictures', clock, everyMs: sweepEveryMs, failed }, () =>
    sweepPictures(world),
  )
  return {
    routes: (app) => supportRoutes(app, { world }),
    presence,
    close: async () => {
      stopAnswering()
      await stopSweeping()
      await presence.close()
    },
  }
}
