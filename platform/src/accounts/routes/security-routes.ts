import {
  codePasswordChangeBodySchema,
  emailUpdateBodySchema,
  envelopeSchema,
  ownerProofSchema,
  passwordChangeBodySchema,
  payPasswordChangeBodySchema,
  phoneUpdateBodySchema,
  sessionEndBodySchema,
  sessionSchema,
} from '@minefall/shared/contracts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accepted, done } from '../../http/index.ts'
import { changeContact } from '../changes/change-contact.ts'
import { changePassword, changePasswordByCode } from '../passwords/login-password.ts'
import { changePaymentPassword } from '../passwords/payment-password.ts'
import { confirmSession, endSession, listSessions, signOutEverywhere } from '../sessions/sessions.ts'
import type { World } from '../world.ts'
import { signedIn } from './caller.ts'

const nothing = { 200: envelopeSchema(z.null()) }

/** Passwords, contacts and sessions of whoever is signed in. */
export const securityRoutes: FastifyPluginAsyncZod<{ world: World }> = async (app, { world }) => {
  const tags = ['security']

  app.post(
    '/api/user/passwordchange',
    {
      schema: {
        tags,
        summary: 'Change the login password with the old one',
        body: passwordChangeBodySchema,
        response: nothing,
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await changePassword(world, me, request.body)), 'password-changed')
    },
  )

  app.post(
    '/api/user/codepasswordchange',
    {
      schema: {
        tags,
        summary: 'Set the login password with a code sent to a contact of one’s own',
        body: codePasswordChangeBodySchema,
        response: nothing,
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await changePasswordByCode(world, me, request.body)), 'password-changed')
    },
  )

  app.post(
    '/api/user/paypasswordchange',
    {
      schema: {
        tags,
        summary: 'Set the payment password: with the old one, or with a code and the login password',
        body: payPasswordChangeBodySchema,
        response: nothing,
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await changePaymentPassword(world, me, request.body)), 'password-changed')
    },
  )

  app.post(
    '/api/user/emailupdate',
    {
      schema: {
        tags,
        summary: 'Make an email address yours with the code sent to it, and a proof that the account is',
        body: emailUpdateBodySchema,
        response: nothing,
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await changeContact(world, me, request.body)), 'email-updated')
    },
  )

  app.post(
    '/api/user/phoneupdate',
    {
      schema: {
        tags,
        summary: 'Make a phone number yours with the code sent to it, and a proof that the account is',
        body: phoneUpdateBodySchema,
        response: nothing,
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await changeContact(world, me, request.body)), 'phone-updated')
    },
  )

  app.get(
    '/api/user/sessions',
    {
      schema: {
        tags,
        summary: 'The devices that are signed in',
        response: { 200: envelopeSchema(z.array(sessionSchema)) },
      },
    },
    async (request) => done(request, await listSessions(world, await signedIn(world, request))),
  )

  app.post(
    '/api/user/confirmsession',
    {
      schema: {
        tags,
        summary:
          'Prove that the account is yours, with a code to a contact it has had for a while or the payment password',
        body: ownerProofSchema,
        response: nothing,
      },
    },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await confirmSession(world, me, request.body)), 'session-confirmed')
    },
  )

  app.post(
    '/api/user/sessionend',
    { schema: { tags, summary: 'Sign one device out', body: sessionEndBodySchema, response: nothing } },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await endSession(world, me, request.body.sessionid)), 'session-ended')
    },
  )

  app.post(
    '/api/user/signout',
    { schema: { tags, summary: 'Sign this device out', response: nothing } },
    async (request) => {
      const me = await signedIn(world, request)
      return done(request, accepted(await endSession(world, me, me.sessionId)), 'signed-out')
    },
  )

  app.post(
    '/api/user/signouteverywhere',
    { schema: { tags, summary: 'Sign every device out, this one too', response: nothing } },
    async (request) => {
      await signOutEverywhere(world, await signedIn(world, request))
      return done(request, null, 'signed-out')
    },
  )
}
