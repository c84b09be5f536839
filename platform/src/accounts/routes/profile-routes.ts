import { shownCoins } from '@minefall/shared/coins'
import {
  balanceAnswerSchema,
  currencyEditBodySchema,
  currencySchema,
  envelopeSchema,
  nicknameBodySchema,
  userSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accepted, done } from '../../http/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { changeCurrency, changeNickname, listCurrencies } from '../profile.ts'
import { readUser } from '../user.ts'
import type { World } from '../world.ts'
import { signedIn } from './caller.ts'

/** Who the player is, what they own, and what they are called. */
export const profileRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['profile']

  for (const url of ['/api/user/getUserInfo', '/api/index/getuserinfo'])
    app.get(
      url,
      { schema: { tags, summary: 'The signed-in user', response: { 200: envelopeSchema(userSchema) } } },
      async (request) => {
        const { playerId } = await signedIn(world, request)
        return done(request, await readUser(world.db, playerId))
      },
    )

  app.get(
    '/api/user/getBalance',
    {
      schema: {
        tags,
        summary: 'Coins: `coins` for display, the exact amounts beside it',
        response: { 200: envelopeSchema(balanceAnswerSchema) },
      },
    },
    async (request) => {
      const { playerId } = await signedIn(world, request)
      const balance = await balanceOf(world.db, playerId)
      return done(request, { ...balance, coins: shownCoins(balance) })
    },
  )

  app.get(
    '/api/user/currency',
    {
      schema: {
        tags,
        summary: 'The currencies amounts can be shown in',
        response: { 200: envelopeSchema(z.array(currencySchema)) },
      },
    },
    async (request) => {
      await signedIn(world, request)
      return done(request, await listCurrencies(world))
    },
  )

  app.post(
    '/api/user/currency_edit',
    {
      schema: {
        tags,
        summary: 'Choose the currency amounts are shown in',
        body: currencyEditBodySchema,
        response: { 200: envelopeSchema(userSchema) },
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      accepted(await changeCurrency(world, me, request.body.currencycode))
      return done(request, await readUser(world.db, me.playerId), 'currency-updated')
    },
  )

  app.post(
    '/api/user/nickname',
    {
      schema: {
        tags,
        summary: 'Change the nickname',
        body: nicknameBodySchema,
        response: { 200: envelopeSchema(z.object({ nickname: z.string() })) },
      },
    },
    async (request) => {
      const { nickname } = request.body
      await changeNickname(world, await signedIn(world, request), nickname)
      return done(request, { nickname }, 'nickname-updated')
    },
  )
}
