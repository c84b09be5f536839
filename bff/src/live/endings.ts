import { bodyCode } from '@minefall/shared/contracts'
import { sessionsAtOnce } from '@minefall/shared/contracts/bus'
import type { CloseCode } from '@minefall/shared/contracts/live'
import { every } from '@minefall/shared/node'
import { type Connection, sessionOf } from './connection.ts'
import type { Ground } from './ground.ts'
import type { Players } from './players.ts'

type EndingsOptions = Ground & {
  players: Players
  connections: Iterable<Connection>
  end: (connection: Connection, code: CloseCode, msg: string) => void
}

/** How often sessions are checked, since a published end may get lost, in milliseconds. */
const checkEveryMs = 10_000
/** How long a connection may take to show it is alive after its tab came to another BFF, in milliseconds. */
const answerMs = 3_000

/**
 * Closes sockets of ended sessions, with the reason, and of tabs that moved to another BFF.
 */
export const endings = (options: EndingsOptions) => {
  const { bus, clock, deadlines, settings, edge, waiting, players, connections, end } = options
  /** Recently ended sessions, and when: an older answer that confirms them may be on its way. */
  const ended = new Map<string, number>()
  const rememberMs = 2 * settings.LIVE_REQUEST_MS

  const check = async () => {
    const sessions = new Set<string>()
    for (const { session } of connections) if (session !== null) sessions.add(session)
    const all = [...sessions]
    for (let first = 0; first < all.length; first += sessionsAtOnce) {
      const asked = all.slice(first, first + sessionsAtOnce)
      const answer = await bus.request('session.check', { sessions: asked }, waiting)
      if (answer.code !== bodyCode.ok || !answer.data) return
      const over = new Set(answer.data.ended)
      for (const connection of connections)
        if (connection.session !== null && over.has(connection.session))
          end(connection, 'signed-out', 'this device was signed out')
    }
  }

  const stops = [
    bus.subscribe('player.close', null, ({ code, msg, session }, playerId) => {
      if (session !== undefined) {
        const now = clock.now()
        for (const [old, at] of ended) if (now - at > rememberMs) ended.delete(old)
        ended.set(session, now)
      }
      if (playerId === null) return
      for (const connection of players.socketsOf(playerId)) {
        // Without a token it is the guest the account was made of, and has no session.
        if (session === undefined || (connection.session ?? session) === session) end(connection, code, msg)
      }
    }),
    // The connection a tab left behind may be dead without having ended, or alive for a while when its BFF drains:
    // its answer to a ping tells.
    bus.subscribe('player.tab', null, ({ edge: other, tab }, playerId) => {
      if (other === edge || playerId === null) return
      for (const connection of players.socketsOf(playerId)) {
        if (connection.tab !== tab || connection.closing) continue
        const askedAt = clock.now()
        connection.ask()
        deadlines.after(answerMs, () => {
          if (connection.lastSeenAt < askedAt) end(connection, 'replaced', 'this tab is connected elsewhere')
        })
      }
    }),
    every(clock, checkEveryMs, () => void check()),
  ]

  return {
    /** Whether the session of this token ended while someone was being identified by it. */
    isRevoked: (token: string): boolean => ended.has(sessionOf(token)),
    /** Tells the other BFFs that this tab is connected here. */
    arrived: ({ player, tab }: Connection): void => bus.publish('player.tab', player.playerId, { edge, tab }),
    close() {
      for (const stop of stops) stop()
    },
  }
}
