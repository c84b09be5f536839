import { type ClientMessage, type ClientMessageName, clientMessages } from '@minefall/shared/contracts'
import type * as z from 'zod/mini'
import type { Connection } from './connection.ts'
import { type Route, route } from './dispatch.ts'
import type { Handlers } from './handlers.ts'

/** Every message that players send: how it is parsed, and who handles it. */
export const routesOf = (handlers: Handlers) => {
  const to = <N extends ClientMessageName>(schema: z.ZodMiniType<ClientMessage<N>>, handle: Handlers[N]) =>
    route<Connection, ClientMessage<N>>(schema, handle)
  return {
    'clock.ping': to<'clock.ping'>(clientMessages['clock.ping'], handlers['clock.ping']),
    'session.use': to<'session.use'>(clientMessages['session.use'], handlers['session.use']),
    'lobby.watch': to<'lobby.watch'>(clientMessages['lobby.watch'], handlers['lobby.watch']),
    'lobby.unwatch': to<'lobby.unwatch'>(clientMessages['lobby.unwatch'], handlers['lobby.unwatch']),
    'lobby.find': to<'lobby.find'>(clientMessages['lobby.find'], handlers['lobby.find']),
    'lobby.host': to<'lobby.host'>(clientMessages['lobby.host'], handlers['lobby.host']),
    'match.sit': to<'match.sit'>(clientMessages['match.sit'], handlers['match.sit']),
    'match.reveal': to<'match.reveal'>(clientMessages['match.reveal'], handlers['match.reveal']),
    'match.open': to<'match.open'>(clientMessages['match.open'], handlers['match.open']),
    'match.leave': to<'match.leave'>(clientMessages['match.leave'], handlers['match.leave']),
    'match.follow': to<'match.follow'>(clientMessages['match.follow'], handlers['match.follow']),
    'match.unfollow': to<'match.unfollow'>(clientMessages['match.unfollow'], handlers['match.unfollow']),
    'match.emote': to<'match.emote'>(clientMessages['match.emote'], handlers['match.emote']),
    'match.rematch': to<'match.rematch'>(clientMessages['match.rematch'], handlers['match.rematch']),
    'chat.open': to<'chat.open'>(clientMessages['chat.open'], handlers['chat.open']),
    'chat.send': to<'chat.send'>(clientMessages['chat.send'], handlers['chat.send']),
    'chat.history': to<'chat.history'>(clientMessages['chat.history'], handlers['chat.history']),
    'chat.read': to<'chat.read'>(clientMessages['chat.read'], handlers['chat.read']),
    'chat.typing': to<'chat.typing'>(clientMessages['chat.typing'], handlers['chat.typing']),
  } satisfies Record<ClientMessageName, Route<Connection>>
}
