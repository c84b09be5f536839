import {
  codeSentSchema,
  envelopeSchema,
  loginBodySchema,
  sendCodeBodySchema,
  signedInSchema,
  tokenAnswerSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { accepted, done } from '../../http/index.ts'
import { sendCode } from '../codes/send-code.ts'
import { signIn } from '../login/login.ts'
import { refreshToken } from '../sessions/refresh.ts'
import type { World } from '../world.ts'
import { bearerOf, callerOf, deviceIdOf, signedInIfAny } from './caller.ts'

/** Signing in and registering, codes, and the next token. */
export const loginRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/index/login',
    {
      schema: {
        tags: ['account'],
        summary: 'Sign in, or register with a code: phone or email, password or code',
        body: loginBodySchema,
        response: { 200: envelopeSchema(signedInSchema) },
      },
    },
    async (request) =>
      done(request, accepted(await signIn(world, request.body, callerOf(request))), 'signed-in'),
  )

  app.post(
    '/api/index/sendcode',
    {
      schema: {
        tags: ['account'],
        summary: 'Send a one-time code; `x-device-id` binds it to the device that asks',
        body: sendCodeBodySchema,
        response: { 200: envelopeSchema(codeSentSchema) },
      },
    },
    async (request) => {
      const me = await signedInIfAny(world, request)
      const { address, language } = callerOf(request)
      const asked = {
        ...request.body,
        address,
        language,
        deviceId: deviceIdOf(request),
        playerId: me?.playerId ?? null,
      }
      const sent = accepted(await sendCode(world, asked))
      return done(request, sent, sent.accountsOnly ? 'code-accounts-only' : 'code-sent')
    },
  )

  app.post(
    '/api/user/refreshToken',
    {
      schema: {
        tags: ['account'],
        summary: 'The next token, for the one in the `authorization` header',
        response: { 200: envelopeSchema(tokenAnswerSchema) },
      },
    },
    async (request) =>
      done(request, accepted(await refreshToken(world, bearerOf(request), callerOf(request).language))),
  )
}
