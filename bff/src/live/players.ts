import type { Balance, BusEvent, BusEventName, Identity, Unread } from '@minefall/shared/contracts'
import type { Unsubscribe } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import { type Connection, type Identification, Player, seatedAs } from './connection.ts'
import type { Ground } from './ground.ts'
import { type Packet, packet } from './packet.ts'

/** The second question comes after this, up to twice as late, in milliseconds. */
const againAfterMs = 1_000
/** Who is asked about once more is, over so many milliseconds more for each player there is. */
const spreadMs = 2

type Again = () => Promise<Identity | null>
/** A player with what ends the subscriptions, and what takes back the second question as long as it is not asked. */
type Known = {
  player: Player
  stop: readonly Unsubscribe[]
  /** Of the socket that came last. */
  again: Again
  cancelAsking: (() => void) | null
}

/** Whose news a socket hears. */
const playersOf = ({ player, guestSeat }: Identification): Player[] =>
  guestSeat ? [player, guestSeat.guest] : [player]

/** Whether a player sits in a match of these shards, as last told, or follows one with a seat that they have or had. */
const playsIn = ({ seated, connections }: Player, shards: ReadonlySet<number>): boolean => {
  const followed = [...connections].flatMap(({ follows }) => [...follows.values()])
  const seats = followed.filter(({ seat }) => seat !== null)
  return [...(seated ? [seated] : []), ...seats].some(({ matchId }) => shards.has(shardOfMatch(matchId)))
}

export type Players = ReturnType<typeof players>

/** The players connected to this BFF, and what the platform publishes to each of them. */
export const players = ({ bus, deadlines, random, rates }: Ground) => {
  const known = new Map<string, Known>()

  const tell = (player: Player, told: Packet) => {
    for (const connection of player.connections)
      if (connection.player === player) connection.outbox.send(told)
  }

  /** Tells their sockets of a balance unless a newer one is known. */
  const tellBalance = (player: Player, balance: Balance) => {
    if (balance.version <= player.balance.version) return
    player.balance = balance
    tell(player, packet('balance', balance))
  }

  /** Keeps what they have not read unless something newer is known, and tells their sockets of another count. */
  const tellUnread = (player: Player, unread: Unread) => {
    const before = player.unread
    if (unread.version <= before.version) return
    player.unread = unread
    if (unread.count !== before.count) tell(player, packet('chat.unread', { count: unread.count }))
  }

  /** Each socket is told of its own seat, which may be its player's or its guest's. */
  const seat = (player: Player, seated: Player['seated']) => {
    player.seated = seated
    for (const connection of player.connections)
      connection.outbox.send(packet('seated', { seated: seatedAs(connection) }))
  }

  /** Listens to an event of one player at a time, with one function for all of them: there are thousands. */
  const heard = <N extends BusEventName>(name: N, hear: (player: Player, payload: BusEvent<N>) => void) => {
    const handler = (payload: BusEvent<N>, key: string | null) => {
      const player = known.get(key ?? '')?.player
      if (player) hear(player, payload)
    }
    return (playerId: string): Unsubscribe => bus.subscribe(name, playerId, handler)
  }
  const news = [
    heard('player.balance', tellBalance),
    heard('player.seated', (player, { seated }) => seat(player, seated)),
    heard('player.profile', (player, profile) => {
      player.view = profile.player
      tell(player, packet('profile', profile))
    }),
    heard('player.order', (player, order) => tell(player, packet('order', order))),
    heard('player.rewards', (player, rewards) => tell(player, packet('rewards', rewards))),
    heard('chat.message', (player, message) => tell(player, packet('chat.message', message))),
    heard('chat.read', (player, { by, seq }) => {
      if (by === 'staff') tell(player, packet('chat.read', { seq }))
    }),
    heard('chat.typing', (player, { by }) => {
      if (by === 'staff') tell(player, packet('chat.typing', {}))
    }),
    heard('chat.unread', tellUnread),
  ]

  const askAgain = (player: Player, again: Again): (() => void) =>
    deadlines.after(againAfterMs + random() * Math.max(againAfterMs, spreadMs * known.size), async () => {
      const entry = known.get(player.playerId)
      if (entry?.player === player) entry.cancelAsking = null
      const before = player.seated
      const identity = await again()
      if (!identity || known.get(player.playerId)?.player !== player) return
      // The guest registered meanwhile: the device has another one now.
      if (identity.playerId !== player.playerId) return
      player.view = identity.player
      tellBalance(player, identity.balance)
      tellUnread(player, identity.unread)
      // What was published meanwhile is newer than the answer.
      if (player.seated !== before || player.seated?.matchId === identity.seated?.matchId) return
      seat(player, identity.seated)
    })

  const forget = ({ stop, cancelAsking }: Known) => {
    cancelAsking?.()
    for (const unsubscribe of stop) unsubscribe()
  }

  const leave = (connection: Connection, player: Player) => {
    player.connections.delete(connection)
    if (player.connections.size > 0) return
    const entry = known.get(player.playerId)
    if (entry) forget(entry)
    known.delete(player.playerId)
  }

  return {
    /**
     * The player behind an identity; heard on the bus from the first of their sockets to the last. `again` asks once
     * more who they are: what changed between the first answer and the subscription was told to nobody here.
     */
    enter(identity: Identity, again: Again): Player {
      const { playerId, player: view, balance, unread } = identity
      const entry = known.get(playerId)
      if (entry) {
        entry.player.view = view
        // The socket that came first may be gone by the time it is asked again, and its session over.
        entry.again = again
        // Published later, it would be nothing new here any more, and the other sockets would never hear of it.
        tellBalance(entry.player, balance)
        tellUnread(entry.player, unread)
        return entry.player
      }
      const player = new Player(identity, rates)
      const stop = news.map((listenTo) => listenTo(playerId))
      known.set(playerId, { player, stop, again, cancelAsking: askAgain(player, again) })
      return player
    },
    add(connection: Connection): void {
      for (const player of playersOf(connection)) player.connections.add(connection)
    },
    /** Makes the socket somebody else's, who has been entered. */
    reidentify(connection: Connection, { player, guestSeat, token }: Identification): void {
      const before = playersOf(connection)
      Object.assign(connection, { player, guestSeat, token })
      const now = playersOf(connection)
      for (const one of now) one.connections.add(connection)
      for (const one of before) if (!now.includes(one)) leave(connection, one)
    },
    /** Forgets the socket, and the player with their last one. */
    remove(connection: Connection): void {
      for (const player of playersOf(connection)) leave(connection, player)
    },
    /**
     * Asks once more who the players are, over some time: what was published while the bus was away, or was not published
     * because an owner died after its commit, reached nobody here. With `shards`, only those who sit or sat in their matches.
     */
    catchUp(shards?: ReadonlySet<number>): void {
      for (const entry of known.values())
        if (!shards || playsIn(entry.player, shards))
          entry.cancelAsking ??= askAgain(entry.player, entry.again)
    },
    /** The sockets that are this player; not those that merely play on with a guest's seat. */
    socketsOf(playerId: string): Connection[] {
      const player = known.get(playerId)?.player
      return [...(player?.connections ?? [])].filter((connection) => connection.player === player)
    },
    count: (): number => known.size,
    close(): void {
      for (const entry of known.values()) forget(entry)
      known.clear()
    },
  }
}
