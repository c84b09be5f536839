import {
  deskChannelBodySchema,
  deskChannelSchema,
  deskCurrencySchema,
  deskRateBodySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, done } from '../../http/index.ts'
import { changeChannel, listChannels } from '../catalogue/channels.ts'
import { changeRate, listRates } from '../catalogue/currencies.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']
const admins = { config: { right: 'catalogue' } } as const

/** Channels with their limits, rates and fees, and the rates that amounts are shown at. */
export const catalogueRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const byOf = (request: FastifyRequest) => ({
    staff: staffOf(request),
    address: callerOf(request).address,
  })

  app.get(
    '/api/desk/channels',
    {
      ...admins,
      schema: {
        tags,
        summary: 'Every way for money in and out, the closed ones as well',
        response: { 200: envelopeSchema(z.array(deskChannelSchema)) },
      },
    },
    async (request) => done(request, await listChannels(world.db)),
  )

  app.post(
    '/api/desk/channels',
    {
      ...admins,
      schema: {
        tags,
        summary: 'Change a channel as a whole, for orders from now on; 1409 when it is another by now',
        body: deskChannelBodySchema,
        response: { 200: envelopeSchema(deskChannelSchema) },
      },
    },
    async (request) => done(request, accepted(await changeChannel(world, request.body, byOf(request)))),
  )

  app.get(
    '/api/desk/currencies',
    {
      ...admins,
      schema: {
        tags,
        summary: 'What is shown for one coin in each currency',
        response: { 200: envelopeSchema(z.array(deskCurrencySchema)) },
      },
    },
    async (request) => done(request, await listRates(world.db)),
  )

  app.post(
    '/api/desk/currencies',
    {
      ...admins,
      schema: {
        tags,
        summary: 'Change what is shown for one coin in a currency',
        body: deskRateBodySchema,
        response: { 200: envelopeSchema(deskCurrencySchema) },
      },
    },
    async (request) => done(request, accepted(await changeRate(world, request.body, byOf(request)))),
  )
}
