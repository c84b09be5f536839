import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { Bus, Clock } from '@minefall/shared/node'
import { shardCount } from '@minefall/shared/shards'

/** The node that owns all shards of a scripted platform until a test says otherwise. */
export const firstNode = 'platform-1'

/** The nodes of a scripted platform: who owns which shards, who beats, who answers. */
export type ScriptedNodes = {
  /** Every node tells of itself, as it does each 200 ms. */
  beat(): void
  /** Makes `node` the owner of these shards, of all by default, under their next epoch; it tells at once. */
  take(node: string, shards?: readonly number[]): void
  /** Lays these shards down, as before they are given away: they are no one's, and their owner says so. */
  layDown(shards: readonly number[]): void
  /** The node beats no more and leaves what it is asked without an answer, until it wakes. */
  freeze(node: string): void
  wake(node: string): void
  /** Whether the database answers, as the nodes tell it. */
  storage(isUp: boolean): void
}

const beatMs = 200
const never = new Promise<never>(() => undefined)

/** What a node answers a request about a shard: as scripted, if it is the owner and awake. */
export type AnswerAs = <T>(
  node: string,
  shard: number,
  answer: () => Promise<Envelope<T>>,
) => Promise<Envelope<T>>

/** `start` has a new node answer under its name what owners are asked. */
export const scriptedNodes = (
  { bus, clock }: { bus: Bus; clock: Clock },
  start: (node: string, answerAs: AnswerAs) => void,
): ScriptedNodes => {
  const owned = new Map<string, Map<number, number>>()
  const epochs = new Map<number, number>()
  const frozen = new Set<string>()
  let isUp = true

  const tell = (node: string) => {
    if (frozen.has(node)) return
    const state = { reads: 1, writes: 1, draining: false, storage: isUp }
    bus.publish('node.beat', node, {
      ...{ node, at: clock.now(), ...state },
      shards: [...(owned.get(node) ?? [])],
    })
  }

  const answerAs: AnswerAs = (node, shard, answer) => {
    if (frozen.has(node)) return never
    // One that slept through its end does not know it yet; the database would refuse it.
    return owned.get(node)?.get(shard) === epochs.get(shard)
      ? answer()
      : Promise.resolve(refuse(bodyCode.shardMoved, 'the shard is another’s'))
  }

  const take: ScriptedNodes['take'] = (
    node,
    shards = Array.from({ length: shardCount }, (_, shard) => shard),
  ) => {
    if (!owned.has(node)) {
      owned.set(node, new Map())
      start(node, answerAs)
    }
    for (const shard of shards) {
      // Who is frozen still believes to own them.
      for (const [other, its] of owned) if (!frozen.has(other)) its.delete(shard)
      const epoch = (epochs.get(shard) ?? 0) + 1
      epochs.set(shard, epoch)
      owned.get(node)?.set(shard, epoch)
    }
    tell(node)
  }

  const beat = () => {
    for (const node of owned.keys()) tell(node)
  }
  const goOn = () => {
    clock.after(beatMs, goOn)
    beat()
  }
  take(firstNode)
  goOn()

  return {
    ...{ beat, take },
    layDown(shards) {
      for (const [node, its] of owned) {
        for (const shard of shards) its.delete(shard)
        tell(node)
      }
    },
    freeze: (node) => void frozen.add(node),
    wake(node) {
      frozen.delete(node)
      tell(node)
    },
    storage(up) {
      isUp = up
      beat()
    },
  }
}
