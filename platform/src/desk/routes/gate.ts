import { bodyCode, hasRight, type Right, type Staff } from '@minefall/shared/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '../../accounts/index.ts'
import { accepted, refusal } from '../../http/index.ts'
import { authenticate } from '../staff/sessions.ts'
import type { World } from '../world.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a call of the desk needs. */
    right?: Right
  }
}

const callers = new WeakMap<FastifyRequest, Staff>()

/** Who makes this call. Only for calls that need a right. */
export const staffOf = (request: FastifyRequest): Staff => {
  const staff = callers.get(request)
  if (!staff) throw new Error('a call of the desk names no right')
  return staff
}

/**
 * Lets calls through by the right that their route names, before anything of them is parsed: 1401 without a token,
 * 1501 with one that is worth nothing, 1403 without the right. A route that names none is never made. Who may answer
 * conversations is on while they call.
 */
export const guardDesk = (app: FastifyInstance, world: World): void => {
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.right === undefined) throw new Error(`${String(method)} ${url} names no right`)
  })
  app.addHook('onRequest', async (request) => {
    const { right } = request.routeOptions.config
    if (right === 'anyone') return
    const staff = accepted(await authenticate(world, bearerOf(request)))
    if (right === undefined || !hasRight(staff.role, right)) accepted(refusal(bodyCode.notAllowed))
    if (hasRight(staff.role, 'conversations')) await world.presence.heard(staff.id)
    callers.set(request, staff)
    request.caller = `staff:${staff.id}`
  })
}
