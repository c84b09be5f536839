import { type Envelope, ok } from '@minefall/shared/contracts'
import type { Connection, Player } from './connection.ts'
import type { Ground } from './ground.ts'
import { type GuestTurn, tooCrowded } from './guest-turns.ts'
import type { ChatHandlers } from './handlers.ts'
import type { AskAsStored } from './keep-guests.ts'
import { packet } from './packet.ts'

/** Forwards what players send to support. Messages of support come with the player's other news. */
export const chat = (options: Ground & { askAsStored: AskAsStored; turnOf: GuestTurn }) => {
  const { bus, waiting, askAsStored, turnOf } = options
  const opened = new Set<Connection>()
  let latest: { staffed: boolean } | null = null

  const close = bus.subscribe('chat.staffed', null, (news) => {
    latest = news
    const told = packet('chat.staffed', news)
    for (const { outbox } of opened) outbox.send(told)
  })

  /**
   * Refuses what is asked too often, and holds back what guests ask until it is their turn. It is about the conversation of
   * the player who asked: who signs in before that has another one.
   */
  const asked =
    <P, T>(answer: (playerId: string, payload: P, connection: Connection) => Promise<Envelope<T>>) =>
    async (
      connection: Connection,
      payload: P,
      ack: (answer: Envelope<T> | Envelope<{ seconds: number }>) => void,
    ): Promise<void> => {
      const { player } = connection
      const refused = player.allowance.take('chats')
      if (refused) return ack(refused)
      if (!(await turnOf(connection, player))) return ack(tooCrowded)
      ack(await answer(player.playerId, payload, connection))
    }

  const handlers: ChatHandlers = {
    'chat.open': asked(async (playerId, _payload, connection) => {
      if (!connection.closing) opened.add(connection)
      const before = latest
      const answer = await bus.request('chat.open', { playerId }, waiting)
      // What was published since then is newer than the answer.
      const newer = latest === before ? null : latest
      return answer.data && newer ? { ...answer, data: { ...answer.data, ...newer } } : answer
    }),
    async 'chat.send'(connection, payload, ack) {
      const { arrival, locale, player } = connection
      const refused = player.allowance.take('chats')
      if (refused) return ack(refused)
      const { address } = arrival
      const send = ({ playerId }: Player) =>
        bus.request('chat.send', { playerId, address, locale, ...payload }, waiting)
      ack(await askAsStored(connection, () => connection.player, send))
    },
    'chat.history': asked((playerId, payload) =>
      bus.request('chat.history', { playerId, ...payload }, waiting),
    ),
    'chat.read': asked((playerId, payload) => bus.request('chat.read', { playerId, ...payload }, waiting)),
    'chat.typing'({ player }, _payload, ack) {
      if (!player.allowance.take('typings')) bus.publish('chat.typing', player.playerId, { by: 'player' })
      ack(ok(null))
    },
  }
  return {
    handlers,
    left: (connection: Connection): void => void opened.delete(connection),
    close,
  }
}
