import {
  deskLoginBodySchema,
  deskSignedInSchema,
  envelopeSchema,
  staffSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { bearerOf, callerOf, deviceIdOf } from '../../accounts/index.ts'
import { accepted, done } from '../../http/index.ts'
import { docsPass } from '../staff/docs-pass.ts'
import { signIn } from '../staff/sign-in.ts'
import { signOut } from '../staff/sign-out.ts'
import type { World } from '../world.ts'
import { staffOf } from './gate.ts'

const tags = ['desk']

/** Signing in and out, and a pass to what the browser asks for without a token. */
export const sessionRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  app.post(
    '/api/desk/login',
    {
      config: { right: 'anyone' },
      schema: {
        tags,
        summary: 'Sign in as staff: email address, password, and a code of the second factor',
        body: deskLoginBodySchema,
        response: { 200: envelopeSchema(deskSignedInSchema) },
      },
    },
    async (request) =>
      done(
        request,
        accepted(await signIn(world, { ...request.body, deviceId: deviceIdOf(request) }, callerOf(request))),
        'signed-in',
      ),
  )

  app.post(
    '/api/desk/logout',
    {
      config: { right: 'staff' },
      schema: { tags, summary: 'Sign out', response: { 200: envelopeSchema(z.null()) } },
    },
    async (request) => {
      const [staff, token] = [staffOf(request), bearerOf(request)]
      await signOut(world, { staff, token, address: callerOf(request).address })
      await world.presence.gone(staff.id)
      return done(request, null, 'signed-out')
    },
  )

  app.post(
    '/api/desk/docs',
    {
      config: { right: 'staff' },
      schema: {
        tags,
        summary: 'Open /docs to this browser for an hour, by a cookie',
        response: { 200: envelopeSchema(z.null()) },
      },
    },
    async (request, reply) => {
      const secure = world.publicUrl?.startsWith('https:') ?? false
      reply.header('set-cookie', docsPass(world, { token: bearerOf(request), secure }))
      return done(request, null)
    },
  )

  app.get(
    '/api/desk/me',
    {
      config: { right: 'staff' },
      schema: { tags, summary: 'Who is signed in', response: { 200: envelopeSchema(staffSchema) } },
    },
    async (request) => done(request, staffOf(request)),
  )
}
