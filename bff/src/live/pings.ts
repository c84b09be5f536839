import { askAfterMs } from '../health/index.ts'
import type { Connection } from './connection.ts'

/** A ping that waits this many times longer than a weak round trip is as good as missed. */
const missedPing = 10

/** Notes when each ping goes out and measures how long its answer takes; `answered` is called with each. */
export const watchPings = (connection: Connection, now: () => number, answered: () => void): void => {
  const engine = connection.socket.conn
  engine.on('packetCreate', ({ type }: { type: string }) => {
    if (type === 'ping') connection.pingSince ??= now()
  })
  engine.on('heartbeat', () => {
    connection.heardAt = now()
    if (connection.pingSince !== null) connection.roundTrip.add(now() - connection.pingSince)
    connection.pingSince = null
    answered()
  })
}

/** Asks for a sign of life, unless one is waited for already. */
export const ask = (connection: Connection, now: number): void => {
  if (connection.closing || connection.pingSince !== null) return
  if (connection.outbox.ping()) connection.pingSince = now
}

/** Asks one that has been quiet for longer than our clients ever are, without waiting for the time of its next ping. */
export const askIfQuiet = (connection: Connection, now: number): void => {
  if (now - connection.heardAt >= askAfterMs) ask(connection, now)
}

/** Whether its round trips are long, or it leaves a ping unanswered. */
export const isWeak = ({ roundTrip, pingSince }: Connection, weakMs: number, now: number): boolean =>
  roundTrip.median() > weakMs || (pingSince !== null && now - pingSince > weakMs * missedPing)
