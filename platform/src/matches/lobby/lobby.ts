import type { Envelope } from '@minefall/shared/contracts'
import type { BusAnswer, BusRequest } from '@minefall/shared/contracts/bus'
import { shardCount } from '@minefall/shared/shards'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'
import { type Digest, keepDigest } from './digest.ts'
import { find, host } from './find.ts'
import { viewGathering } from './gathering.ts'
import { announceGathering, gatheringOf } from './gathering-news.ts'
import { hosting } from './host.ts'
import { keepTables } from './keep-tables.ts'
import { gatherer, openForQueueOwner } from './queue.ts'
import { readGathering } from './read-gathering.ts'

type Handler<N extends 'lobby.find' | 'lobby.host' | 'lobby.open'> = (
  request: BusRequest<N>,
) => Promise<Envelope<BusAnswer<N>>>

/** Where people find matches: queues and private tables of this node's shards, and what is reported about all. */
export type Lobby = {
  find: Handler<'lobby.find'>
  host: Handler<'lobby.host'>
  open: Handler<'lobby.open'>
  digest: Digest
  close(): void
}

/** Opens the lobby. It hears from the first moment; what it is asked it answers once the shards are this node's. */
export const openLobby = (world: World): Lobby => {
  const { bus, clock, log, shards } = world
  const view = viewGathering(world.settings.seatsPerAddress)
  const gather = gatherer(world, view)
  const hosted = hosting(world)
  const digest = keepDigest(world)
  let learning: Promise<void> = Promise.resolve()

  /** Matches in other nodes' shards may gather for the queues that came with these. */
  const learn = async () => {
    const held = shards.all().map(({ number }) => number)
    if (held.length === shardCount) return
    for (const known of await readGathering(world.db, held)) view.learn(known, clock.now())
  }
  /** Tells of what gathers in these shards of this node's, and learns what gathers elsewhere for the queues among them. */
  const catchUp = (own: readonly Shard[]) => {
    const shardsOf = new Set(own)
    for (const match of world.matches.values()) {
      if (!shardsOf.has(match.shard) || match.record.state.phase !== 'gathering') continue
      announceGathering(world, match)
      // Not by way of the bus, which a question may overtake.
      view.hear(gatheringOf(world, match), clock.now())
    }
    // Without it there are more matches than there need be, until their owners have told of them.
    const read = learn().catch((error: unknown) => {
      log.warn({ err: error }, 'the gathering matches of other nodes could not be read')
    })
    learning = learning.then(() => read)
    world.background(read)
  }
  const stops = [
    bus.subscribe('lobby.gathering', null, (told) => view.hear(told, clock.now())),
    shards.onTaken(catchUp),
    bus.onConnection((connected) => {
      // While the bus was away no one was heard, not even this node itself.
      if (connected) catchUp(shards.all())
    }),
    keepTables(world),
    digest.close,
  ]

  return {
    async find(request) {
      await learning
      return find(world, gather, request)
    },
    host: (request) => host(world, hosted, request),
    open: (request) => openForQueueOwner(world, request),
    digest,
    close() {
      for (const stop of stops) stop()
    },
  }
}
