import { accountCalls, sessionCalls, termsCalls } from '@minefall/shared/contracts/rest'
import { type App, accepted, saying, server } from '../../http/index.ts'
import { changeContact } from '../changes/change-contact.ts'
import { readUndo, undoChange } from '../changes/undo-change.ts'
import { sendCode } from '../codes/send-code.ts'
import { signIn } from '../login/login.ts'
import { changePassword, changePasswordByCode } from '../passwords/login-password.ts'
import { changePaymentPassword } from '../passwords/payment-password.ts'
import { refreshToken } from '../sessions/refresh.ts'
import { confirmSession, endSession, listSessions, signOutEverywhere } from '../sessions/sessions.ts'
import type { World } from '../world.ts'
import { bearerOf, callerOf, deviceIdOf, signedIn, signedInIfAny } from './caller.ts'

/** Signing in and registering, codes, the next token, and the links that undo changes: without a session, too. */
export const loginRoutes = async (app: App, { world }: { world: World }) => {
  const serve = server(app, { tag: 'account', identify: (request) => signedInIfAny(world, request) })

  serve(
    accountCalls.signIn,
    {
      summary: 'Sign in, or register with a code: phone or email, password or code',
      description:
        '`type`: 1 phone with password, 2 phone with code, 3 email with password, 4 email with code. `username` is the phone number or email address; `phoneCode` is the dial code without plus, `countrycode` the country’s two letters.',
      notice: 'signed-in',
    },
    ({ body, request }) => signIn(world, body, callerOf(request)),
  )

  serve(
    accountCalls.sendCode,
    { summary: 'Send a one-time code; `x-device-id` binds it to the device that asks' },
    async ({ me, body, request }) => {
      const { address, language } = callerOf(request)
      const asker = { deviceId: deviceIdOf(request), playerId: me?.playerId ?? null }
      const sent = accepted(await sendCode(world, { ...body, ...asker, address, language }))
      const scarce = body.contact.kind === 'email' ? 'mail-accounts-only' : 'code-accounts-only'
      return saying(sent.accountsOnly ? scarce : 'code-sent', sent)
    },
  )

  serve(
    sessionCalls.refreshToken,
    { summary: 'The next token, for the one in the `authorization` header' },
    ({ request }) => refreshToken(world, bearerOf(request), callerOf(request).language),
  )

  serve(
    accountCalls.undoable,
    { summary: 'What the link of a message would undo' },
    ({ body: { token }, request }) => readUndo(world, { token, caller: callerOf(request) }),
  )

  serve(
    accountCalls.undo,
    { summary: 'Undo a change of a contact with the link of a message, once', notice: 'change-undone' },
    ({ body: { token }, request }) => undoChange(world, { token, caller: callerOf(request) }),
  )
}

/** The operator's documents, for everyone. */
export const termsRoutes = async (app: App, { world }: { world: World }) => {
  const serve = server(app, { tag: 'terms', identify: (request) => signedIn(world, request) })
  const { current, page } = world.terms

  serve(termsCalls.current, { summary: 'The versions of the terms that hold now' }, () => current)

  serve(
    termsCalls.page,
    { summary: 'Terms, privacy, responsible play, contact: in a language, or in English' },
    ({ params: { document }, query: { language } }) => page(document, language),
  )
}

/** Passwords, contacts and sessions of the caller. */
export const securityRoutes = async (app: App, { world }: { world: World }) => {
  const serve = server(app, { tag: 'security', identify: (request) => signedIn(world, request) })

  serve(
    accountCalls.changePassword,
    { summary: 'Change the login password with the old one', notice: 'password-changed' },
    ({ me, body }) => changePassword(world, me, body),
  )

  serve(
    accountCalls.changePasswordByCode,
    {
      summary: 'Set the login password with a code sent to a contact of the account',
      notice: 'password-changed',
    },
    ({ me, body }) => changePasswordByCode(world, me, body),
  )

  serve(
    accountCalls.changePaymentPassword,
    {
      summary: 'Set the payment password: with the old one, or with a code and the login password',
      notice: 'password-changed',
    },
    ({ me, body }) => changePaymentPassword(world, me, body),
  )

  serve(
    accountCalls.changeEmail,
    {
      summary: 'Make an email address yours with the code sent to it, and a proof that the account is',
      notice: 'email-updated',
    },
    ({ me, body }) => changeContact(world, me, body),
  )

  serve(
    accountCalls.changePhone,
    {
      summary: 'Make a phone number yours with the code sent to it, and a proof that the account is',
      notice: 'phone-updated',
    },
    ({ me, body }) => changeContact(world, me, body),
  )

  serve(accountCalls.sessions, { summary: 'The devices that are signed in' }, ({ me }) =>
    listSessions(world, me),
  )

  serve(
    accountCalls.confirmSession,
    {
      summary:
        'Prove that the account is yours, with a code to a contact it has had for a while or the payment password',
      notice: 'session-confirmed',
    },
    ({ me, body }) => confirmSession(world, me, body),
  )

  serve(
    accountCalls.endSession,
    { summary: 'Sign one device out', notice: 'session-ended' },
    ({ me, body: { sessionid } }) => endSession(world, me, sessionid),
  )

  serve(sessionCalls.signOut, { summary: 'Sign this device out', notice: 'signed-out' }, ({ me }) =>
    endSession(world, me, me.sessionId),
  )

  serve(
    accountCalls.signOutEverywhere,
    { summary: 'Sign every device out, this one too', notice: 'signed-out' },
    async ({ me }) => {
      await signOutEverywhere(world, me)
      return null
    },
  )
}
