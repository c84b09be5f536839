import {
  type BodyCode,
  bodyCode,
  type Identified,
  type Identity,
  ok,
  refuse,
  type Unread,
} from '@minefall/shared/contracts'
import type { Bus, Clock } from '@minefall/shared/node'
import { tellingOutages } from '../answering.ts'
import type { Database, Log } from '../db/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { seatedOf } from '../matches/index.ts'
import { guestOf, identify, type Player, readPlayer } from './identify.ts'

export type PlayersOptions = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Draws a UUID, version 7. */
  newId: () => string
  /** Numbers in [0, 1). */
  random: () => number
  /** The trial coins a new guest begins with, whole coins. */
  trialCoins: number
  /** Who a token belongs to, or the body code it is refused with. */
  authenticate: (token: string) => Promise<{ playerId: string } | { refused: BodyCode }>
  /** What support wrote to a player and they have not read. */
  unreadOf: (playerId: string) => Promise<Unread>
}

type Known = Pick<PlayersOptions, 'db' | 'unreadOf'>

const identityOf = async (
  { db, unreadOf }: Known,
  { id: playerId, ...player }: Player,
): Promise<Identity> => {
  const [seated, balance, unread] = await Promise.all([
    seatedOf(db, playerId),
    balanceOf(db, playerId),
    unreadOf(playerId),
  ])
  return { playerId, player, seated, balance, unread }
}

/** The guest of this device who still has a seat; whoever signed in meanwhile may play on with it. */
const seatedGuest = async (known: Known, deviceId: string): Promise<Identity | null> => {
  const guest = await guestOf(known.db, deviceId)
  const identity = guest && (await identityOf(known, guest))
  return identity?.seated ? identity : null
}

/** Answers `player.identify` on the bus until it is closed. */
export const startPlayers = ({
  db,
  bus,
  clock,
  log,
  newId,
  random,
  trialCoins,
  authenticate,
  unreadOf,
}: PlayersOptions): { close(): void } => {
  const close = tellingOutages(bus, log).respond('player.identify', async ({ deviceId, token }) => {
    // A token that isn't known must not quietly become a guest: whoever sends one believes to be signed in.
    const me = token === undefined ? null : await authenticate(token)
    if (me && 'refused' in me) {
      const expired = me.refused === bodyCode.tokenExpired
      return expired
        ? refuse(bodyCode.tokenExpired, 'this token has expired')
        : refuse(bodyCode.tokenInvalid, 'this token is not valid')
    }
    const player = me
      ? await readPlayer(db, me.playerId)
      : await identify(db, { deviceId, newId, random, now: clock.now(), trialCoins: BigInt(trialCoins) })
    const [identity, guest] = await Promise.all([
      identityOf({ db, unreadOf }, player),
      me ? seatedGuest({ db, unreadOf }, deviceId) : null,
    ])
    return ok<Identified>({ ...identity, guest })
  })
  return { close }
}
