import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { type DeskClientMessage, type DeskClientMessageName, hasRight } from '@minefall/shared/contracts/desk'
import type { Bus } from '@minefall/shared/node'
import type { Answerer } from '../live/dispatch.ts'
import type { DeskConnection } from './connection.ts'
import type { Watchers } from './watchers.ts'

type HandlersOptions = { bus: Bus; edge: string; requestMs: number; watchers: Watchers }

type DeskHandlers = {
  [N in DeskClientMessageName]: (
    connection: DeskConnection,
    payload: DeskClientMessage<N>,
    ack: Answerer,
  ) => void | Promise<void>
}

/** Handlers for every message of a desk. */
export const deskHandlers = ({ bus, edge, requestMs, watchers }: HandlersOptions): DeskHandlers => {
  const notAllowed = refuse(bodyCode.notAllowed, 'this is not for your role')
  return {
    'connections.watch'(connection, { players }, ack) {
      if (!hasRight(connection.staff.role, 'connections')) return ack(notAllowed)
      // Answer before the rows, which begin at once.
      ack(ok(null))
      watchers.watch(connection, players ?? null)
    },
    'connections.unwatch'(connection, _payload, ack) {
      watchers.unwatch(connection)
      ack(ok(null))
    },
    'conversation.typing'({ staff, typings }, { playerId }, ack) {
      if (!hasRight(staff.role, 'conversations')) return ack(notAllowed)
      if (typings.take() === 0) bus.publish('chat.typing', playerId, { by: 'staff' })
      ack(ok(null))
    },
    async presence({ staff, presences }, _payload, ack) {
      // Players don't wait for staff who may not answer.
      if (!hasRight(staff.role, 'conversations') || presences.take() > 0) return ack(ok(null))
      ack(await bus.request('staff.present', { staffId: staff.id, edge }, { timeoutMs: requestMs }))
    },
  }
}
