import { bodyCode, type CloseCode, sessionsAtOnce } from '@minefall/shared/contracts'
import type { Bus, Clock } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import type { Connection } from './connection.ts'
import type { Players } from './players.ts'
import { every } from './repeat.ts'

export type Revocations = {
  /** Whether the session of this token ended while somebody was being identified by it. */
  isRevoked(token: string): boolean
  close(): void
}

export type RevocationsOptions = {
  bus: Bus
  clock: Clock
  settings: BffSettings
  players: Players
  /** Ends one socket with a close code. */
  end: (connection: Connection, code: CloseCode, msg: string) => void
}

/** What the platform publishes may get lost: an ended session is noticed after this all the same, in milliseconds. */
const checkEveryMs = 10_000

/** A token begins with the id of its session, whichever of its tokens it is. */
export const sessionOf = (token: string): string => token.split('.', 1)[0] ?? ''

/** Ends the sockets of sessions that have ended, with the reason. */
export const revocations = ({ bus, clock, settings, players, end }: RevocationsOptions): Revocations => {
  /** Sessions that ended lately, and when: an answer that says they are in force may be on its way. */
  const ended = new Map<string, number>()
  const rememberMs = 2 * settings.LIVE_REQUEST_MS

  const unsubscribe = bus.subscribe('player.close', null, ({ code, msg, session }, playerId) => {
    if (session !== undefined) {
      const now = clock.now()
      for (const [old, at] of ended) if (now - at > rememberMs) ended.delete(old)
      ended.set(session, now)
    }
    if (playerId === null) return
    for (const connection of players.socketsOf(playerId)) {
      // Without a token it came as the guest that the account was made of, and has no session to stay for.
      const its = connection.token === null ? session : sessionOf(connection.token)
      if (session === undefined || its === session) end(connection, code, msg)
    }
  })

  const check = async () => {
    const sockets: { connection: Connection; session: string }[] = []
    for (const connection of players.connections()) {
      const { token } = connection
      if (token !== null) sockets.push({ connection, session: sessionOf(token) })
    }
    const sessions = [...new Set(sockets.map(({ session }) => session))]
    for (let first = 0; first < sessions.length; first += sessionsAtOnce) {
      const asked = sessions.slice(first, first + sessionsAtOnce)
      const answer = await bus.request(
        'session.check',
        { sessions: asked },
        { timeoutMs: settings.LIVE_REQUEST_MS },
      )
      if (answer.code !== bodyCode.ok || !answer.data) return
      const over = new Set(answer.data.ended)
      for (const { connection, session } of sockets)
        if (over.has(session) && connection.token !== null && sessionOf(connection.token) === session)
          end(connection, 'signed-out', 'this device was signed out')
    }
  }
  const stopChecking = every(clock, checkEveryMs, () => void check())

  return {
    isRevoked: (token) => ended.has(sessionOf(token)),
    close() {
      unsubscribe()
      stopChecking()
    },
  }
}
