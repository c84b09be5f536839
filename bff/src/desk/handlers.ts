import {
  bodyCode,
  type DeskClientMessage,
  type DeskClientMessageName,
  deskClientMessages,
  hasRight,
  ok,
  refuse,
} from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import type { z } from 'zod'
import { type Answerer, type Route, route } from '../live/dispatch.ts'
import type { DeskConnection } from './connection.ts'
import type { Watchers } from './watchers.ts'

type HandlersOptions = { bus: Bus; edge: string; requestMs: number; watchers: Watchers }

/** Every message that a desk sends: how it is parsed, and what is done. */
export const deskRoutes = ({ bus, edge, requestMs, watchers }: HandlersOptions) => {
  const to = <N extends DeskClientMessageName>(
    schema: z.ZodType<DeskClientMessage<N>>,
    handle: (
      connection: DeskConnection,
      payload: DeskClientMessage<N>,
      ack: Answerer,
    ) => void | Promise<void>,
  ): Route<DeskConnection> => route(schema, handle)
  const { 'connections.watch': watch, 'connections.unwatch': unwatch } = deskClientMessages
  const notAllowed = refuse(bodyCode.notAllowed, 'this is not for your role')
  return {
    'connections.watch': to<'connections.watch'>(watch, (connection, { players }, ack) => {
      if (!hasRight(connection.staff.role, 'connections')) return ack(notAllowed)
      // Before the rows, which begin at once.
      ack(ok(null))
      watchers.watch(connection, players ?? null)
    }),
    'connections.unwatch': to<'connections.unwatch'>(unwatch, (connection, _payload, ack) => {
      watchers.unwatch(connection)
      ack(ok(null))
    }),
    'conversation.typing': to<'conversation.typing'>(
      deskClientMessages['conversation.typing'],
      ({ staff, typings }, { playerId }, ack) => {
        if (!hasRight(staff.role, 'conversations')) return ack(notAllowed)
        if (typings.take() === 0) bus.publish('chat.typing', playerId, { by: 'staff' })
        ack(ok(null))
      },
    ),
    presence: to<'presence'>(deskClientMessages.presence, async ({ staff, presences }, _payload, ack) => {
      // Who may not answer is not waited for by anybody.
      if (!hasRight(staff.role, 'conversations') || presences.take() > 0) return ack(ok(null))
      ack(await bus.request('staff.present', { staffId: staff.id, edge }, { timeoutMs: requestMs }))
    }),
  } satisfies Record<DeskClientMessageName, Route<DeskConnection>>
}
