import type { BusEvent, BusEventName, Identity } from '@minefall/shared/contracts/bus'
import type { Balance, Unread } from '@minefall/shared/contracts/live'
import { shardOfMatch } from '@minefall/shared/shards'
import { credentialsOf, type Identify, isOfNoSession } from './admission.ts'
import { allowances } from './allowances.ts'
import { type Connection, type Identification, Player, seatedAs } from './connection.ts'
import type { Ground } from './ground.ts'
import { type Packet, packet } from './packet.ts'

/** The second question comes after this, up to twice as late, in milliseconds. */
const againAfterMs = 1_000
/** Who is asked about once more is, over so many milliseconds more for each player there is. */
const spreadMs = 2

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
export const players = (options: Ground & { identify: Identify }) => {
  const { bus, clock, deadlines, random, rates, identify } = options
  const known = new Map<string, Player>()
  const kept = allowances(clock, rates)

  const send = (player: Player, packed: Packet) => {
    for (const connection of player.connections)
      if (connection.player === player) connection.outbox.send(packed)
  }

  /** Sends a balance to the player's sockets unless a newer one is known. */
  const pushBalance = (player: Player, balance: Balance) => {
    if (balance.version <= player.balance.version) return
    player.balance = balance
    send(player, packet('balance', balance))
  }

  /** Stores the unread count unless a newer one is known, and sends it to the player's sockets if it changed. */
  const pushUnread = (player: Player, unread: Unread) => {
    const before = player.unread
    if (unread.version <= before.version) return
    player.unread = unread
    if (unread.count !== before.count) send(player, packet('chat.unread', { count: unread.count }))
  }

  /** Each socket gets its own seat, which may be its player's or its guest's. */
  const seat = (player: Player, seated: Player['seated']) => {
    player.seated = seated
    for (const connection of player.connections)
      connection.outbox.send(packet('seated', { seated: seatedAs(connection) }))
  }

  /**
   * Listens to an event for all players, including those on other BFFs: reading it costs less than a subscription for
   * each player and event, of which there would be tens of thousands.
   */
  const heard = <N extends BusEventName>(name: N, hear: (player: Player, payload: BusEvent<N>) => void) =>
    bus.subscribe(name, null, (payload, key) => {
      const player = known.get(key ?? '')
      if (player) hear(player, payload)
    })
  const stops = [
    heard('player.balance', pushBalance),
    heard('player.seated', (player, { seated }) => seat(player, seated)),
    heard('player.profile', (player, profile) => {
      player.view = profile.player
      send(player, packet('profile', profile))
    }),
    heard('player.order', (player, order) => send(player, packet('order', order))),
    heard('player.arena', (player, seat) => send(player, packet('arena', { kind: 'seat', ...seat }))),
    heard('player.rewards', (player, rewards) => send(player, packet('rewards', rewards))),
    heard('player.invited', (player, invitation) => {
      const told = packet('match.invited', invitation)
      for (const connection of player.connections)
        if (connection.player === player && connection.readsNews) connection.outbox.send(told)
    }),
    bus.subscribe('here.ask', null, ({ ask, players: asked }) => {
      const here = asked.filter((playerId) => known.has(playerId))
      if (here.length > 0) bus.publish('here.told', null, { ask, here })
    }),
    heard('chat.message', (player, message) => send(player, packet('chat.message', message))),
    heard('chat.read', (player, { by, seq }) => {
      if (by === 'staff') send(player, packet('chat.read', { seq }))
    }),
    heard('chat.typing', (player, { by }) => {
      if (by === 'staff') send(player, packet('chat.typing', {}))
    }),
    heard('chat.unread', pushUnread),
  ]

  /** Has their pages read again what no identity tells: the chat, orders, what they have earned. */
  const tellMissed = (player: Player) => {
    if (player.hasMissed) send(player, packet('missed', {}))
    player.hasMissed = false
  }
  const takeIn = (player: Player, identity: Identity) => {
    player.view = identity.player
    pushBalance(player, identity.balance)
    pushUnread(player, identity.unread)
  }

  /** Asks by one of their sockets, the latest that still shows them. */
  const askAgain = async (player: Player): Promise<void> => {
    for (const connection of [...player.connections].reverse()) {
      const before = player.seated
      const { arrival, deviceId, token } = connection
      const isGuestOf = connection.player !== player
      const { code, data } = await identify(arrival, credentialsOf(deviceId, token))
      if (known.get(player.playerId) !== player) return
      if (isOfNoSession({ code })) continue
      if (!data) return askLater(player)
      // A guest whose seat an account plays on with, which names them for as long as they have it.
      const identity = isGuestOf ? data.guest : data
      // The guest registered in the meantime: the device has another one now.
      if (identity && identity.playerId !== player.playerId) continue
      tellMissed(player)
      if (identity) takeIn(player, identity)
      const seated = identity?.seated ?? null
      // What was published in the meantime is newer than the answer.
      if (player.seated === before && before?.matchId !== seated?.matchId) seat(player, seated)
      return
    }
  }
  const due = (player: Player) => void askAgain(player)
  const askLater = (player: Player) => {
    const laterMs = againAfterMs + random() * Math.max(againAfterMs, spreadMs * known.size)
    if (!player.isWound) deadlines.wind(player, clock.now() + laterMs)
  }

  const leave = (connection: Connection, player: Player) => {
    player.connections.delete(connection)
    if (player.connections.size > 0) return
    deadlines.cancel(player)
    known.delete(player.playerId)
    kept.keep(player.playerId, player.allowance)
  }

  return {
    /**
     * The player behind an identity; their news is taken from the first of their sockets to the last. Who they are is asked
     * once more: what changed between the first answer and now was sent to no one here.
     */
    enter(identity: Identity): Player {
      const { playerId } = identity
      const there = known.get(playerId)
      if (there) {
        // Published later, it would be nothing new here any more, and the other sockets would never hear of it.
        takeIn(there, identity)
        return there
      }
      const player = new Player(identity, due, kept.of(playerId))
      known.set(playerId, player)
      askLater(player)
      return player
    },
    add(connection: Connection): void {
      for (const player of playersOf(connection)) player.connections.add(connection)
    },
    /** Makes the socket someone else's, who has been entered. */
    reidentify(connection: Connection, { player, guestSeat, token }: Identification): void {
      const before = playersOf(connection)
      Object.assign(connection, { player, guestSeat, token })
      const now = playersOf(connection)
      for (const one of now) one.connections.add(connection)
      for (const one of before) if (!now.includes(one)) leave(connection, one)
    },
    remove(connection: Connection): void {
      for (const player of playersOf(connection)) leave(connection, player)
    },
    /**
     * Asks once more who the players are, over some time: what was published while the bus was away, or was not published
     * because an owner died after its commit, reached no one here. With `shards`, only those who sit or sat in their matches;
     * without, their pages read again the rest, too.
     */
    catchUp(shards?: ReadonlySet<number>): void {
      for (const player of known.values()) {
        if (shards && !playsIn(player, shards)) continue
        player.hasMissed ||= !shards
        askLater(player)
      }
    },
    /** The sockets that are this player; not those that merely play on with a guest's seat. */
    socketsOf(playerId: string): Connection[] {
      const player = known.get(playerId)
      return [...(player?.connections ?? [])].filter((connection) => connection.player === player)
    },
    count: (): number => known.size,
    close(): void {
      for (const stop of stops) stop()
      for (const player of known.values()) deadlines.cancel(player)
      known.clear()
    },
  }
}
