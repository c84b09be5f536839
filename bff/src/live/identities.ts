import { type Answer, bodyCode, type Envelope, type Identified, ok, refuse } from '@minefall/shared/contracts'
import type { BffSettings } from '../config.ts'
import type { Credentials, Identify } from './admission.ts'
import type { Arrival } from './arrivals.ts'
import type { Connection, Identification } from './connection.ts'
import type { Follows } from './follows.ts'
import { seatedAs } from './guest-seat.ts'
import type { Players } from './players.ts'
import { tooMany } from './token-bucket.ts'

type Used = Envelope<Answer<'session.use'>>
type Changed = Used | Envelope<{ seconds: number }>

export type Identities = {
  /** Enters whom the platform says this socket is, and the guest whose seat it plays on with. */
  enter(arrival: Arrival, credentials: Credentials, identified: Identified): Identification
  /**
   * Makes the socket the player of another session, or of none, in place. Refused, it stays who it is. Several for
   * one socket take effect one after another.
   */
  use(connection: Connection, token: string | null): Promise<Changed>
  /** Asks once more who the socket is: its guest took a seat meanwhile. */
  askAgain(connection: Connection): Promise<void>
}

export type IdentitiesOptions = {
  identify: Identify
  players: Players
  follows: Follows
  /** Whether the session of this token ended while somebody was being identified by it. */
  isRevoked: (token: string) => boolean
  settings: BffSettings
}

/** When a player with too many sockets may ask again, in milliseconds: one of them may be gone by then. */
const fullMs = 10_000
/** Changes of one socket that may wait for their turn. */
const waitingAtMost = 4

/** Who the sockets are: when they come, and when they sign in or out. */
export const identities = (options: IdentitiesOptions): Identities => {
  const { identify, players, follows, isRevoked, settings } = options
  /** The changes of each socket that are under way: how many, and when the last is done. */
  const changes = new WeakMap<Connection, { count: number; last: Promise<unknown> }>()

  const enter: Identities['enter'] = (arrival, credentials, identified) => {
    const ask = async () => (await identify(arrival, credentials)).data
    const { guest } = identified
    const player = players.enter(identified, ask)
    const token = credentials.token ?? null
    if (!guest?.seated) return { player, guestSeat: null, token }
    const entered = players.enter(guest, async () => {
      const again = await ask()
      return again && (again.guest ?? { ...guest, seated: null })
    })
    return { player, guestSeat: { guest: entered, matchId: guest.seated.matchId }, token }
  }

  const change = async (connection: Connection, token: string | null): Promise<Changed> => {
    const { arrival, deviceId } = connection
    const credentials = token === null ? { deviceId } : { deviceId, token }
    const answer = await identify(arrival, credentials)
    if (connection.closing) return refuse<never>(bodyCode.conflict, 'this connection has ended')
    if (answer.code !== bodyCode.ok || !answer.data) return { ...answer, data: null }
    if (token !== null && isRevoked(token))
      return refuse<never>(bodyCode.tokenInvalid, 'this token is not valid')
    const identified = answer.data
    const others = players.socketsOf(identified.playerId).filter((other) => other !== connection)
    if (others.length >= settings.LIVE_SOCKETS_PER_PLAYER)
      return tooMany(fullMs, 'too many connections of one player')
    const { player, guestSeat } = connection
    players.reidentify(connection, enter(arrival, credentials, identified))
    follows.reidentified(connection, { player, guestSeat })
    const { balance } = connection.player
    return ok({ player: identified.player, seated: seatedAs(connection), balance })
  }

  /** `token` is read when it is the change's turn. */
  const inTurn = async (connection: Connection, token: () => string | null): Promise<Changed> => {
    const line = changes.get(connection) ?? { count: 0, last: Promise.resolve() }
    changes.set(connection, line)
    line.count += 1
    const changed = line.last.then(() => change(connection, token()))
    line.last = changed.catch(() => undefined)
    try {
      return await changed
    } finally {
      line.count -= 1
    }
  }

  return {
    enter,
    async use(connection, token) {
      const { count } = changes.get(connection) ?? { count: 0 }
      return count > waitingAtMost
        ? tooMany(1_000, 'too many changes at once')
        : inTurn(connection, () => token)
    },
    async askAgain(connection) {
      await inTurn(connection, () => connection.token)
    },
  }
}
