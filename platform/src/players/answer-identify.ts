import { type BodyCode, bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { Identified, Identity } from '@minefall/shared/contracts/bus'
import type { Balance, Unread } from '@minefall/shared/contracts/live'
import type { Bus, Clock } from '@minefall/shared/node'
import { z } from 'zod'
import { tellingOutages } from '../bus/answering.ts'
import type { Database, Log } from '../db/index.ts'
import { balanceOf, noBalance } from '../ledger/index.ts'
import type { Guests } from './guests.ts'
import { type Player, readPlayer } from './guests.ts'
import { startSweepingGuests } from './sweep-guests.ts'

export type PlayersOptions = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  guests: Guests
  /** The trial coins a guest has before the first seat, which brings them; whole coins. */
  trialCoins: number
  /** How long a guest who never played is kept, in milliseconds; 0 keeps all. */
  guestRetentionMs: number
  /** Who a token belongs to, or the body code it is refused with. */
  authenticate: (token: string) => Promise<{ playerId: string } | { refused: BodyCode }>
  /** The live match that a player has a seat in. */
  seatedOf: (playerId: string) => Promise<Identity['seated']>
  /** What support wrote to a player and they have not read. */
  unreadOf: (playerId: string) => Promise<Unread>
}

type Known = Pick<PlayersOptions, 'db' | 'guests' | 'trialCoins' | 'seatedOf' | 'unreadOf'>

/** A guest's coins come into the ledger with the first seat; until then they are what that seat will bring. */
const shownBalance = async ({ db, trialCoins }: Known, { id, kind }: Player): Promise<Balance> => {
  const balance = await balanceOf(db, id)
  return kind === 'guest' && balance.version === 0 ? { ...balance, trial: String(trialCoins) } : balance
}

const identityOf = async (known: Known, of: Player): Promise<Identity> => {
  const { id: playerId, ...player } = of
  const [seated, balance, unread] = await Promise.all([
    known.seatedOf(playerId),
    shownBalance(known, of),
    known.unreadOf(playerId),
  ])
  return { playerId, player, seated, balance, unread }
}

const guestIdentity = async (known: Known, deviceId: string): Promise<Identity> => {
  const { player: guest, isStored } = await known.guests.of(known.db, deviceId)
  if (isStored) return identityOf(known, guest)
  // Without a row there is neither a seat nor a conversation, and no coin but what the first seat will bring.
  const { id: playerId, ...player } = guest
  const balance = { ...noBalance, trial: String(known.trialCoins) }
  return { playerId, player, seated: null, balance, unread: { version: 0, count: 0 } }
}

/** The guest of this device who still has a seat; anyone who signed in since may play on with it. */
const seatedGuest = async (known: Known, deviceId: string): Promise<Identity | null> => {
  const { player, isStored } = await known.guests.of(known.db, deviceId)
  const identity = isStored ? await identityOf(known, player) : null
  return identity?.seated ? identity : null
}

/** What a refusal tells has its own shape, whatever the answer's would have been. */
const detailSchema = z.custom<never>(() => true)

const refuseNewGuest = (waitMs: number): Envelope<never> => {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const msg = `too many new guests from this network; try again in ${seconds} s, or log in`
  return refuse<never>(bodyCode.tooManyRequests, msg, detailSchema.parse({ seconds }))
}

/**
 * Answers who players are, and keeps guests when something is to be kept of them, until it is closed; and forgets those
 * who never played.
 */
export const startPlayers = (options: PlayersOptions): { close(): Promise<void> } => {
  const { db, guests, authenticate } = options
  const bus = tellingOutages(options.bus, options.log)
  const identify = bus.respond('player.identify', async ({ deviceId, token }) => {
    if (token === undefined)
      return ok<Identified>({ ...(await guestIdentity(options, deviceId)), guest: null })
    // A token that isn't known must not quietly become a guest: anyone who sends one believes to be signed in.
    const me = await authenticate(token)
    if ('refused' in me) {
      const expired = me.refused === bodyCode.tokenExpired
      return expired
        ? refuse(bodyCode.tokenExpired, 'this token has expired')
        : refuse(bodyCode.tokenInvalid, 'this token is not valid')
    }
    const [identity, guest] = await Promise.all([
      readPlayer(db, me.playerId).then((player) => identityOf(options, player)),
      seatedGuest(options, deviceId),
    ])
    return ok<Identified>({ ...identity, guest })
  })
  const keep = bus.respond('player.keep', async (from) => {
    const kept = await guests.keep(db, from)
    return 'wait' in kept ? refuseNewGuest(kept.wait) : ok({ playerId: kept.id })
  })
  const stopSweeping = startSweepingGuests(options)
  return {
    async close() {
      identify()
      keep()
      await stopSweeping()
    },
  }
}
