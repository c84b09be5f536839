import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { Identified } from '@minefall/shared/contracts/bus'
import type { Answer } from '@minefall/shared/contracts/live'
import { turnstile } from '@minefall/shared/node'
import { tooMany } from '../edge/token-bucket.ts'
import { credentialsOf, type Identify } from './admission.ts'
import { type Connection, type Identification, seatedAs } from './connection.ts'
import type { Follows } from './follows.ts'
import type { Ground } from './ground.ts'
import type { Players } from './players.ts'

type Changed = Envelope<Answer<'session.use'>> | Envelope<{ seconds: number }>

type IdentitiesOptions = Ground & {
  identify: Identify
  /** The same for those who come in: it waits as they do. */
  comingIn: Identify
  players: Players
  follows: Follows
  /** Whether the session of this token ended while someone was being identified by it. */
  isRevoked: (token: string) => boolean
}

/** When a player with too many sockets may ask again, in milliseconds: one of them may be gone by then. */
const fullMs = 10_000
/** Pending changes of one socket. */
const waitingAtMost = 4

export type Identities = ReturnType<typeof identities>

/** Who the sockets are: when they come, and when they sign in or out. */
export const identities = (options: IdentitiesOptions) => {
  const { identify, comingIn, players, follows, isRevoked, settings } = options
  const inTurn = turnstile<Connection>({ atOnce: 1, longest: waitingAtMost })

  /** Sets the player of this socket as the platform answered, and the guest whose seat it keeps. */
  const enter = (identified: Identified, token: string | null): Identification => {
    const { guest } = identified
    const player = players.enter(identified)
    if (!guest?.seated) return { player, guestSeat: null, token }
    return { player, guestSeat: { guest: players.enter(guest), matchId: guest.seated.matchId }, token }
  }

  const change = async (
    connection: Connection,
    token: string | null,
    identifyAs: Identify,
  ): Promise<Changed> => {
    const { arrival, deviceId } = connection
    const answer = await identifyAs(arrival, credentialsOf(deviceId, token))
    if (connection.closing) return refuse<never>(bodyCode.conflict, 'this connection has ended')
    if (answer.code !== bodyCode.ok || !answer.data) return { ...answer, data: null }
    if (token !== null && isRevoked(token))
      return refuse<never>(bodyCode.tokenInvalid, 'this token is not valid')
    const identified = answer.data
    const others = players.socketsOf(identified.playerId).filter((other) => other !== connection)
    if (others.length >= settings.LIVE_SOCKETS_PER_PLAYER)
      return tooMany(fullMs, 'too many connections of one player')
    const { player, guestSeat } = connection
    players.reidentify(connection, enter(identified, token))
    follows.reidentified(connection, { player, guestSeat })
    const { balance } = connection.player
    return ok({ player: identified.player, seated: seatedAs(connection), balance })
  }

  /** Changes of one socket run one after another. `token` is read when its turn comes. */
  const changeInTurn = async (
    connection: Connection,
    token: () => string | null,
    identifyAs: Identify,
  ): Promise<Changed> =>
    (await inTurn(connection, () => change(connection, token(), identifyAs))) ??
    tooMany(1_000, 'too many changes at once')

  return {
    enter,
    /** Makes the socket the player of another session, or of none, in place. If refused, it stays as it is. */
    use: (connection: Connection, token: string | null): Promise<Changed> =>
      changeInTurn(connection, () => token, comingIn),
    /** Identifies the socket again: its guest took a seat since then. */
    async askAgain(connection: Connection): Promise<void> {
      await changeInTurn(connection, () => connection.token, identify)
    },
  }
}
