import { analyticsCalls } from '@minefall/shared/contracts/rest'
import type { Clock, Logger } from '@minefall/shared/node'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Accounts } from '../accounts/index.ts'
import type { Database, Sql } from '../db/index.ts'
import { type App, accepted, server, tooMany } from '../http/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { admitCall } from './admit-call.ts'
import { storeEvents } from './store-events.ts'
import { boundTotal, type Total } from './total.ts'

/** The limits of analytics, documented in docs/settings.md. */
export type AnalyticsBounds = {
  /** How long an event is kept from the time it happened, in milliseconds; 0 keeps none. */
  keepMs: number
  /** What all events may take, in bytes: beyond it the oldest are dropped. */
  totalBytes: number
  /** Bytes an hour from callers at one address who are not signed in. */
  addressBytesPerHour: number
  /** Bytes an hour from one signed-in player. */
  playerBytesPerHour: number
}

/** Injected dependencies: no other clock or database is used in this folder. */
export type World = {
  db: Database
  clock: Clock
  log: Logger
  authenticate: Accounts['authenticate']
  bounds: AnalyticsBounds
}

/** Rows that one statement removes, so that none takes long. */
const rowsAtOnce = 100

/** Removes the events that happened before this moment, in milliseconds since 1970, until told to stop. */
const forgetEvents = async (db: Sql, before: number, stopping: AbortSignal): Promise<void> => {
  for (let removed = rowsAtOnce; removed === rowsAtOnce && !stopping.aborted; ) {
    const { count } = await db.query(
      `delete from analytics_event where id in (
         select id from analytics_event where at <= $1 order by at limit ${rowsAtOnce}
       )`,
      [new Date(before)],
    )
    removed = count
  }
}

/** When to try again while more is kept than may be, in seconds: dropping the oldest takes less. */
const overSeconds = 60

/** The intake of what pages tell of their use; guests' too. */
const analyticsRoutes = async (app: App, { world, total }: { world: World; total: Total }) => {
  const identify = async (request: FastifyRequest) => {
    await admitCall(world, request)
    if (await total.isOver()) accepted(tooMany(overSeconds * 1_000))
  }
  server(app, { tag: 'analytics', identify })(
    analyticsCalls.receiveEvents,
    { summary: 'Tell how the product is used; each event is stored once, however often it is reported' },
    async ({ body }) => {
      const { clock, bounds } = world
      return { stored: await storeEvents(world.db, body, { now: clock.now(), keepMs: bounds.keepMs }) }
    },
  )
}

/** How often events past their time are removed, in milliseconds. */
const forgetEveryMs = 600_000

export type Analytics = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Takes in how the product is used, and forgets it when its time is over. */
export const startAnalytics = (world: World): Analytics => {
  const { db, clock, log, bounds } = world
  const total = boundTotal(world)
  const stopForgetting = repeat(
    {
      job: 'analytics',
      clock,
      everyMs: forgetEveryMs,
      failed: (error) => log.warn({ err: error }, 'old analytics events could not be removed'),
    },
    async (stopping) => {
      await forgetEvents(db, clock.now() - bounds.keepMs, stopping)
      await total.drop()
    },
  )
  return {
    routes: async (app) => {
      app.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      await app.register(analyticsRoutes, { world, total })
    },
    close: async () => {
      await Promise.all([stopForgetting(), total.close()])
    },
  }
}
