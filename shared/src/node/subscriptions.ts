import type { BusEventName } from '../contracts/index.ts'
import type { EventHandler } from './handling.ts'

/** One who listens to an event; `key` null to all its keys. */
export type Subscription<N extends BusEventName> = { key: string | null; handler: EventHandler<N> }

/** Who listens to what on one bus. */
export type Subscriptions = {
  /** Whether nobody listened to its key so far. */
  add<N extends BusEventName>(name: N, subscription: Subscription<N>): boolean
  /** Whether nobody listens to its key any more, and somebody did. */
  remove<N extends BusEventName>(name: N, subscription: Subscription<N>): boolean
  /** Those who listen to just this, the first one first; key null is those who listen to all keys. */
  to<N extends BusEventName>(name: N, key: string | null): readonly Subscription<N>[]
  clear(): void
}

type ByName = { [N in BusEventName]: Map<string | null, readonly Subscription<N>[]> }

const nobody = (): ByName => ({
  'match.events': new Map(),
  'match.presence': new Map(),
  'match.emote': new Map(),
  'match.rematch': new Map(),
  'match.beat': new Map(),
  'player.balance': new Map(),
  'player.seated': new Map(),
  'player.profile': new Map(),
  'player.close': new Map(),
  'player.order': new Map(),
  'player.rewards': new Map(),
  'player.tab': new Map(),
  'lobby.digest': new Map(),
  'lobby.table': new Map(),
  'chat.message': new Map(),
  'chat.read': new Map(),
  'chat.typing': new Map(),
  'chat.unread': new Map(),
  'chat.staffed': new Map(),
  'edge.beat': new Map(),
  'edge.watch': new Map(),
  'edge.rows': new Map(),
  'edge.ask': new Map(),
  'edge.kick': new Map(),
  'desk.changed': new Map(),
  'node.beat': new Map(),
  'lobby.gathering': new Map(),
  'lobby.part': new Map(),
})

export const busSubscriptions = (): Subscriptions => {
  const byName = nobody()
  const byKey = <N extends BusEventName>(name: N): Map<string | null, readonly Subscription<N>[]> =>
    byName[name]
  return {
    add(name, subscription) {
      const { key } = subscription
      const there = byKey(name).get(key) ?? []
      byKey(name).set(key, [...there, subscription])
      return there.length === 0
    },
    remove(name, subscription) {
      const { key } = subscription
      const there = byKey(name).get(key) ?? []
      const left = there.filter((other) => other !== subscription)
      if (left.length > 0) byKey(name).set(key, left)
      // Keys are players and matches: an empty list for each that ever was would be a leak.
      else byKey(name).delete(key)
      return left.length === 0 && there.length > 0
    },
    to: (name, key) => byKey(name).get(key) ?? [],
    clear() {
      for (const keys of Object.values(byName)) keys.clear()
    },
  }
}
