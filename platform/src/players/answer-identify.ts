import { type BodyCode, bodyCode, type Identified, ok, refuse } from '@minefall/shared/contracts'
import type { Bus, Clock } from '@minefall/shared/node'
import { tellingOutages } from '../answering.ts'
import type { Database, Log } from '../db/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { seatedOf } from '../matches/index.ts'
import { identify, readPlayer } from './identify.ts'

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
    const [seated, balance] = await Promise.all([seatedOf(db, player.id), balanceOf(db, player.id)])
    const { id: playerId, ...view } = player
    return ok<Identified>({ playerId, player: view, seated, balance })
  })
  return { close }
}
