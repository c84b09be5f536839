import {
  envelopeSchema,
  orderDetailSchema,
  withdrawBodySchema,
  withdrawCodeSchema,
  withdrawPreviewBodySchema,
  withdrawPreviewSchema,
  withdrawStateSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accepted, done } from '../../http/index.ts'
import { inTurnByKey } from '../../in-turn.ts'
import { fullDestination } from '../orders/destination-label.ts'
import { plainRate, viewOrderDetail } from '../orders/order-view.ts'
import type { World } from '../world.ts'
import { placeWithdrawal, sendCodeFor } from './place-withdrawal.ts'
import { quoteWithdrawal } from './quote.ts'
import { readWithdrawState } from './withdraw-state.ts'

/** `/api/wallet/withdraw…`: coins of whoever is signed in, out of the house. */
export const withdrawalRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['wallet']
  const { db, accounts } = world
  const ofPlayer = inTurnByKey()

  app.get(
    '/api/wallet/withdraw',
    {
      schema: {
        tags,
        summary: 'What can be withdrawn and where to, and what has to be done or waited for first',
        response: { 200: envelopeSchema(withdrawStateSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      return done(request, await readWithdrawState(world, playerId))
    },
  )

  app.post(
    '/api/wallet/withdraw/preview',
    {
      schema: {
        tags,
        summary: 'What a withdrawal would pay out now, and where to in full',
        body: withdrawPreviewBodySchema,
        response: { 200: envelopeSchema(withdrawPreviewSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const quote = accepted(await quoteWithdrawal(world, db, { ...request.body, playerId }))
      const { amount, channel, feeCoins, total, destination } = quote
      return done(request, {
        amount: String(amount),
        rate: plainRate(channel.rate),
        currency: channel.currency,
        feeCoins: String(feeCoins),
        total,
        destination: fullDestination(destination.details),
      })
    },
  )

  app.post(
    '/api/wallet/withdraw/code',
    {
      schema: {
        tags,
        summary: 'Send the code for one withdrawal to a contact of one’s own',
        body: withdrawPreviewBodySchema,
        response: { 200: envelopeSchema(withdrawCodeSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const sent = accepted(await sendCodeFor(world, { ...request.body, playerId }))
      return done(request, sent, 'code-sent')
    },
  )

  app.post(
    '/api/wallet/withdraw',
    {
      schema: {
        tags,
        summary: 'Ask for coins to be paid out: they are held until staff decide',
        body: withdrawBodySchema,
        response: { 200: envelopeSchema(orderDetailSchema) },
      },
    },
    async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const { verificationCode: code, ...rest } = request.body
      const asked = { ...rest, code, playerId }
      const order = accepted(await ofPlayer(playerId, () => placeWithdrawal(world, asked)))
      return done(request, await viewOrderDetail(db, order), 'withdrawal-placed')
    },
  )
}
