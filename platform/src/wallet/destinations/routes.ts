import {
  bodyCode,
  destinationBodySchema,
  destinationSchema,
  envelopeSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accepted, done, refusal } from '../../http/index.ts'
import { inTurnByKey } from '../../in-turn.ts'
import type { World } from '../world.ts'
import { listDestinations, viewDestination } from './destination-row.ts'
import { removeDestination, saveDestination } from './save-destination.ts'

/** `/api/wallet/destinations…`: where withdrawals of whoever is signed in may go. */
export const destinationRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['wallet']
  const { db, accounts, settings } = world
  const ofPlayer = inTurnByKey()

  app.get(
    '/api/wallet/destinations',
    {
      schema: {
        tags,
        summary: 'The caller’s destinations, the newest first',
        response: { 200: envelopeSchema(z.array(destinationSchema)) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const saved = await listDestinations(db, playerId)
      return done(
        request,
        saved.map((one) => viewDestination(one, settings)),
      )
    },
  )

  app.post(
    '/api/wallet/destinations',
    {
      schema: {
        tags,
        summary: 'Save where withdrawals may go, with the payment password',
        body: destinationBodySchema,
        response: { 200: envelopeSchema(destinationSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const asked = { ...request.body, playerId }
      const saved = accepted(await ofPlayer(playerId, () => saveDestination(world, asked)))
      return done(request, viewDestination(saved, settings))
    },
  )

  app.post(
    '/api/wallet/destinations/:id/remove',
    {
      schema: {
        tags,
        summary: 'Take a destination off the list; what is on its way there goes on',
        params: z.object({ id: z.uuid() }),
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const isRemoved = await removeDestination(world, { id: request.params.id, playerId })
      return done(request, accepted(isRemoved ? null : refusal(bodyCode.notFound)))
    },
  )
}
