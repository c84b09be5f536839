import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { followRoutes } from './routes.ts'
import { askWhoIsHere, type World } from './world.ts'

export type Following = {
  routes: FastifyPluginAsyncZod
  close(): void
}

/** Lets accounts follow, block and invite each other. */
export const startFollowing = (options: Omit<World, 'here'>): Following => {
  const world: World = { ...options, here: askWhoIsHere(options) }
  return { routes: (app) => followRoutes(app, { world }), close: world.here.close }
}
