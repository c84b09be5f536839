import {
  deskChannelBodySchema,
  deskChannelSchema,
  deskCurrencySchema,
  deskProposalSchema,
  deskRateBodySchema,
  deskReviewBodySchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { callerOf } from '../../accounts/index.ts'
import { accepted, done } from '../../http/index.ts'
import { changeChannel, changeRate } from '../catalogue/change.ts'
import { listChannels } from '../catalogue/channels.ts'
import { listRates } from '../catalogue/currencies.ts'
import { confirmProposal, listProposals, withdrawProposal } from '../catalogue/proposals.ts'
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
        summary:
          'Change a channel as a whole, for future orders. Its payment account and rate become a proposal for another admin. 1409 if it has changed since or a proposal about it is open',
        body: deskChannelBodySchema,
        response: { 200: envelopeSchema(deskProposalSchema.nullable()) },
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
        summary: 'Propose the rate shown for one coin in a currency, for another admin to confirm',
        body: deskRateBodySchema,
        response: { 200: envelopeSchema(deskProposalSchema.nullable()) },
      },
    },
    async (request) => done(request, accepted(await changeRate(world, request.body, byOf(request)))),
  )

  app.get(
    '/api/desk/proposals',
    {
      ...admins,
      schema: {
        tags,
        summary: 'Open proposals to change channels and rates, and the latest that ended',
        response: { 200: envelopeSchema(z.array(deskProposalSchema)) },
      },
    },
    async (request) => done(request, await listProposals(world.db, world.clock.now())),
  )

  for (const [verb, act, summary] of [
    ['confirm', confirmProposal, 'Put another admin’s proposal in force; one’s own is refused (1403)'],
    ['withdraw', withdrawProposal, 'Withdraw a proposal, one’s own or another’s'],
  ] as const)
    app.post(
      `/api/desk/proposals/:id/${verb}`,
      {
        ...admins,
        schema: {
          tags,
          summary,
          params: z.object({ id: z.uuid() }),
          body: deskReviewBodySchema,
          response: { 200: envelopeSchema(deskProposalSchema) },
        },
      },
      async (request) => {
        const asked = { ...request.params, ...request.body }
        return done(request, accepted(await act(world, asked, byOf(request))))
      },
    )
}
