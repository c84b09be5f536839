import { deskCalls } from '@minefall/shared/contracts/desk'
import { bearerOf, callerOf, deviceIdOf } from '../../accounts/index.ts'
import { type App, readCursor, writeCursor } from '../../http/index.ts'
import { auditPlaceSchema, readAudit } from '../audit/read-audit.ts'
import { docsPass } from '../staff/docs-pass.ts'
import { signOut } from '../staff/sessions.ts'
import { signIn } from '../staff/sign-in.ts'
import type { World } from '../world.ts'
import { byOf, deskServer } from './gate.ts'

/** Signing in and out, a pass to what the browser asks for without a token, and the log of what staff did. */
export const staffRoutes = async (app: App, { world }: { world: World }) => {
  const serve = deskServer(app, world)

  serve(
    deskCalls.signIn,
    {
      summary: 'Sign in as staff: email address, password, and a code of the second factor',
      notice: 'signed-in',
    },
    ({ body, request }) => signIn(world, { ...body, deviceId: deviceIdOf(request) }, callerOf(request)),
  )

  serve(deskCalls.signOut, { summary: 'Sign out', notice: 'signed-out' }, async (taken) => {
    const isElsewhere = await signOut(world, { ...byOf(taken), token: bearerOf(taken.request) })
    if (!isElsewhere) await world.presence.gone(taken.me.id)
    return null
  })

  serve(
    deskCalls.openDocs,
    { summary: 'Open /docs to this browser for an hour, by a cookie' },
    ({ request, reply }) => {
      const secure = world.publicUrl?.startsWith('https:') ?? false
      reply.header('set-cookie', docsPass(world, { token: bearerOf(request), secure }))
      return null
    },
  )

  serve(deskCalls.me, { summary: 'Who is signed in' }, ({ me }) => me)

  serve(
    deskCalls.audit,
    { summary: 'Who did what from where, the newest first' },
    async ({ query: { cursor, ...asked } }) => {
      const from = readCursor(auditPlaceSchema, cursor)
      const { entries, next } = await readAudit(world.db, { ...asked, from })
      return { items: entries, next: next && writeCursor(next) }
    },
  )
}
