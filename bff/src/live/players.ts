import type { Balance, CloseCode, Identified } from '@minefall/shared/contracts'
import type { Bus, Clock, Unsubscribe } from '@minefall/shared/node'
import type { BffSettings } from '../config.ts'
import type { Connection, Player } from './connection.ts'
import { type Packet, packet } from './packet.ts'
import { tokenBucket } from './token-bucket.ts'

/** The second question comes after this, up to twice as late, in milliseconds. */
const againAfterMs = 1_000

export type Players = {
  /**
   * The player behind an identity; heard on the bus from the first of their sockets to the last. `again` asks once
   * more who they are: what changed between the first answer and the subscription was told to nobody here.
   */
  enter(identified: Identified, again: () => Promise<Identified | null>): Player
  add(connection: Connection): void
  /** Forgets the socket, and the player with their last one. */
  remove(connection: Connection): void
  connections(): Connection[]
  count(): number
  close(): void
}

export type PlayersOptions = {
  bus: Bus
  clock: Clock
  /** Between 0 and 1; spreads the second questions after many came at once. */
  random: () => number
  settings: BffSettings
  /** Ends one socket with a close code. */
  end: (connection: Connection, code: CloseCode, msg: string) => void
}

/** A player with what ends the subscriptions, and what takes back the second question as long as it is not asked. */
type Known = { player: Player; stop: readonly Unsubscribe[]; cancelAsking: (() => void) | null }

/** The players connected to this BFF, and what the platform publishes to each of them. */
export const players = ({ bus, clock, random, settings, end }: PlayersOptions): Players => {
  const known = new Map<string, Known>()
  const all = new Set<Connection>()
  const now = () => clock.now()

  const newer = (player: Player, balance: Balance): boolean => {
    if (balance.version <= player.balance.version) return false
    player.balance = balance
    return true
  }

  const tell = ({ connections }: Player, told: Packet) => {
    for (const { outbox } of connections) outbox.send(told)
  }

  const listen = (player: Player): Unsubscribe[] => {
    const { playerId } = player
    return [
      bus.subscribe('player.balance', playerId, (balance) => {
        if (newer(player, balance)) tell(player, packet('balance', balance))
      }),
      bus.subscribe('player.seated', playerId, ({ seated }) => {
        player.seated = seated
        tell(player, packet('seated', { seated }))
      }),
      bus.subscribe('player.close', playerId, ({ code, msg, session }) => {
        // A token begins with the id of its session, whichever of its tokens it is.
        for (const connection of [...player.connections])
          if (session === undefined || connection.handshake.token?.startsWith(`${session}.`))
            end(connection, code, msg)
      }),
    ]
  }

  const askAgain = (player: Player, again: () => Promise<Identified | null>): (() => void) =>
    clock.after(againAfterMs * (1 + random()), async () => {
      const entry = known.get(player.playerId)
      if (entry?.player === player) entry.cancelAsking = null
      const before = player.seated
      const identified = await again()
      if (!identified || known.get(player.playerId)?.player !== player) return
      if (newer(player, identified.balance)) tell(player, packet('balance', identified.balance))
      // What was published meanwhile is newer than the answer.
      if (player.seated !== before || player.seated?.matchId === identified.seated?.matchId) return
      player.seated = identified.seated
      tell(player, packet('seated', { seated: identified.seated }))
    })

  const forget = ({ stop, cancelAsking }: Known) => {
    cancelAsking?.()
    for (const unsubscribe of stop) unsubscribe()
  }

  return {
    enter({ playerId, balance, seated }, again) {
      const entry = known.get(playerId)
      if (entry) {
        // Published later, it would be nothing new here any more, and the other sockets would never hear of it.
        if (newer(entry.player, balance)) tell(entry.player, packet('balance', balance))
        return entry.player
      }
      const player: Player = {
        playerId,
        connections: new Set(),
        messages: tokenBucket(
          { perSecond: settings.LIVE_PLAYER_RATE, burst: settings.LIVE_PLAYER_BURST },
          now,
        ),
        emotes: tokenBucket({ perSecond: 1000 / Math.max(1, settings.LIVE_EMOTE_MS), burst: 1 }, now),
        balance,
        seated,
      }
      known.set(playerId, { player, stop: listen(player), cancelAsking: askAgain(player, again) })
      return player
    },
    add(connection) {
      all.add(connection)
      connection.player.connections.add(connection)
    },
    remove(connection) {
      const { player } = connection
      all.delete(connection)
      player.connections.delete(connection)
      if (player.connections.size > 0) return
      const entry = known.get(player.playerId)
      if (entry) forget(entry)
      known.delete(player.playerId)
    },
    connections: () => [...all],
    count: () => known.size,
    close() {
      for (const entry of known.values()) forget(entry)
      known.clear()
      all.clear()
    },
  }
}
