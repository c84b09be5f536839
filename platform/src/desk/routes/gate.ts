import { bodyCode, type Call } from '@minefall/shared/contracts'
import { hasRight, isRight, type Staff } from '@minefall/shared/contracts/desk'
import type { FastifyRequest } from 'fastify'
import { bearerOf, callerOf } from '../../accounts/index.ts'
import { type App, accepted, refusal, server } from '../../http/index.ts'
import type { By } from '../audit/write-audit.ts'
import { authenticate } from '../staff/sessions.ts'
import type { World } from '../world.ts'

/**
 * Who of staff calls. Refused: 1401 without a token, 1501 with one that is worth nothing, 1403 without the right. Who may
 * answer conversations is on while they call.
 */
export const staffWho = async (world: World, request: FastifyRequest, may: Call['may']): Promise<Staff> => {
  const staff = accepted(await authenticate(world, bearerOf(request)))
  if (!isRight(may) || !hasRight(staff.role, may)) accepted(refusal(bodyCode.notAllowed))
  if (hasRight(staff.role, 'conversations')) await world.presence.heard(staff.id)
  request.caller = `staff:${staff.id}`
  return staff
}

/** Serves calls of the desk: who makes them is found out, and their right asked for, before anything of them is parsed. */
export const deskServer = (app: App, world: World) =>
  server<Staff>(app, { tag: 'desk', identify: (request, may) => staffWho(world, request, may) })

/** Who makes a call, and from where, as the audit log keeps it. */
export const byOf = ({ me, request }: { me: Staff; request: FastifyRequest }): By => ({
  staff: me,
  address: callerOf(request).address,
})
