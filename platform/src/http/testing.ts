import { type Logger, silentLogger } from '@minefall/shared/node'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { v7 as newUuid } from 'uuid'
import { buildHttp } from './app.ts'
import type { App } from './requests.ts'

/** What a BFF shows in tests. */
export const edgeKey = 'e'.repeat(64)

/** For tests alone: HTTP with these routes and no others, as a BFF with `edgeKey` sees it. */
export const openHttp = (
  routes: readonly FastifyPluginAsyncZod[],
  log: Logger = silentLogger(),
): Promise<App> =>
  buildHttp({
    log,
    edgeKeys: [edgeKey],
    ready: () => true,
    metrics: new Registry(),
    newId: newUuid,
    routes: async (app) => {
      for (const each of routes) await app.register(each)
    },
  })
