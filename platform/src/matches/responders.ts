import { type Envelope, ok } from '@minefall/shared/contracts'
import type { BusAnswer, BusRequest } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import { type RoutedName, shardAsked, type Unsubscribe } from '@minefall/shared/node'
import { tellingOutages } from '../bus/answering.ts'
import { actors, leave, open, reveal, stand } from './host/commands.ts'
import type { Actor } from './host/commit.ts'
import type { LiveMatch } from './host/live-match.ts'
import { recorded } from './host/perform.ts'
import { noteActivity, notePresence } from './host/presence.ts'
import { isOver, resume, seatOfHolder } from './host/record.ts'
import { awaitPeople } from './host/schedule.ts'
import { edgeReturned } from './host/turn-clock.ts'
import { takeSeat } from './lobby/find.ts'
import type { Lobby } from './lobby/lobby.ts'
import type { Rematches } from './lobby/rematch.ts'
import { readRecord } from './recovery/past.ts'
import { voidStuck } from './recovery/void-stuck.ts'
import { refused } from './refusals.ts'
import { takeLink } from './sealed/links.ts'
import { listShards } from './shards/node-beat.ts'
import type { Steward } from './shards/steward.ts'
import type { World } from './world.ts'

/**
 * A command for a match that is not in memory: it may be over, and the command one it has seen, sent again because
 * the answer was lost.
 */
const answerPast = async (world: World, matchId: MatchId, actor: Actor) => {
  const record = await readRecord(world.db, matchId)
  if (!record) return refused('no-such-match')
  if (!isOver(record.state)) return refused('unavailable')
  const known = recorded(record, actor)
  if (!known) return refused('match-over')
  return known.ok ? ok({ matchId, seq: known.seq, seat: known.seat }) : refused(known.refusal)
}

/** A link for a match that is not in memory: nothing waits for one any more. */
const pastLink = async (world: World, matchId: MatchId) => {
  const record = await readRecord(world.db, matchId)
  if (!record) return refused('no-such-match')
  return refused(isOver(record.state) ? 'match-over' : 'unavailable')
}

/** Answers the bus. The answer of this undoes it. */
export const answerRequests = (
  world: World,
  { lobby, rematches, steward }: { lobby: Lobby; rematches: Rematches; steward: Pick<Steward, 'take'> },
): (() => void) => {
  const { matches } = world
  const bus = tellingOutages(world.bus, world.log)
  const live = (matchId: MatchId): LiveMatch | undefined => {
    const match = matches.get(matchId)
    return match?.dropped ? undefined : match
  }
  const subscriptions: Unsubscribe[] = []
  /** Answers what is asked of the owner of a shard, as long as that is this node. */
  const asOwner = <N extends RoutedName>(
    name: N,
    handler: (request: BusRequest<N>) => Promise<Envelope<BusAnswer<N>>>,
  ): void => {
    const answer = async (request: BusRequest<N>) =>
      world.shards.isHeld(shardAsked[name](request)) ? handler(request) : refused('shard-moved')
    subscriptions.push(bus.respond(name, answer, { at: world.node }))
  }
  subscriptions.push(
    bus.answer(
      'match.open',
      (request, reply) => {
        if (!world.shards.isHeld(shardAsked['match.open'](request))) return reply(refused('shard-moved'))
        const match = live(request.matchId)
        if (match) return open(world, match, request, reply)
        return answerPast(world, request.matchId, actors.open(request)).then(reply)
      },
      { at: world.node },
    ),
  )
  subscriptions.push(
    bus.answer(
      'match.link',
      (request, reply) => {
        if (!world.shards.isHeld(shardAsked['match.link'](request))) return reply(refused('shard-moved'))
        const match = live(request.matchId)
        if (match) return takeLink(world, match, request, reply)
        return pastLink(world, request.matchId).then(reply)
      },
      { at: world.node },
    ),
  )
  asOwner('lobby.find', lobby.find)
  asOwner('lobby.host', lobby.host)
  asOwner('lobby.open', lobby.open)
  asOwner('match.sit', async (request) => {
    const match = live(request.matchId)
    return match ? takeSeat(world, match, request) : answerPast(world, request.matchId, actors.sit(request))
  })
  asOwner('match.reveal', async (request) => {
    const match = live(request.matchId)
    return match ? reveal(world, match, request) : answerPast(world, request.matchId, actors.reveal(request))
  })
  asOwner('match.leave', async (request) => {
    const match = live(request.matchId)
    return match ? leave(world, match, request) : answerPast(world, request.matchId, actors.leave(request))
  })
  asOwner('match.stand', async (request) => {
    const match = live(request.matchId)
    return match ? stand(world, match, request) : ok(null)
  })
  asOwner('match.void', ({ matchId }) => voidStuck(world, matchId))
  asOwner('match.resume', async (request) => {
    const match = live(request.matchId)
    if (match) {
      noteActivity(world, match, request.playerId)
      awaitPeople(world, match)
    }
    const record = match?.record ?? (await readRecord(world.db, request.matchId))
    return record ? ok(resume(record, request)) : refused('no-such-match')
  })
  asOwner('match.rematch', async (request) => {
    const match = live(request.matchId)
    if (match) return rematches.agree(match, request)
    return refused((await readRecord(world.db, request.matchId)) ? 'match-over' : 'no-such-match')
  })
  asOwner('match.presence', async ({ playerId, edge, matchId, presence }): Promise<Envelope<null>> => {
    const match = live(matchId)
    if (!match) return refused('no-such-match')
    const seat = seatOfHolder(match.record.state, playerId)
    if (seat === null) return refused('not-seated')
    notePresence(world, match, seat, { edge, presence })
    awaitPeople(world, match)
    return ok(null)
  })
  subscriptions.push(
    bus.respond('match.stopped', async () => ok({ matchIds: [...world.stopped] }), { at: world.node }),
    bus.respond('shard.take', steward.take, { at: world.node }),
    bus.respond('node.probe', async () => ok({ node: world.node, shards: listShards(world.shards) }), {
      at: world.node,
    }),
    bus.respond('lobby.digest', async () => ok(await lobby.digest.now())),
    bus.subscribe('edge.beat', null, ({ edge }) => {
      const since = world.edges.beat(edge, world.clock.now())
      if (since !== null) for (const match of matches.values()) edgeReturned(world, match, edge, since)
    }),
  )
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
