import { type Envelope, ok } from '@minefall/shared/contracts'
import type { BusRequest, ShardsGiven } from '@minefall/shared/contracts/bus'
import type { MatchId, MatchState } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { balancesOf } from '../../ledger/index.ts'
import { later } from '../host/announce.ts'
import { type LiveMatch, peopleOf } from '../host/live-match.ts'
import { isOver, type MatchRecord, seatOfHolder } from '../host/record.ts'
import { refused } from '../refusals.ts'
import { offers } from '../tables.ts'
import type { World } from '../world.ts'
import { announceGathering } from './gathering-news.ts'
import { openMatch } from './open-match.ts'
import { refuseStake, refuseUntrusted } from './stake-refusal.ts'

/** How long a seat is kept for those who agreed, who may be busy with the result still, in milliseconds. */
const keptMs = 10_000
/** What could not be decided is tried again after so long, in milliseconds. */
const againMs = 1_000

type Agreement = {
  agreed: Set<number>
  until: number
  next: MatchId | null
  phase: 'open' | 'deciding' | 'decided'
  cancel: () => void
}
/** Who of those who agreed may sit again, and where. */
type Outcome = Pick<Agreement, 'agreed' | 'next'>

/** Those of these people whose coins are enough for another stake; trial coins are refilled for each match. */
const whoCanPay = async <P extends { holder: string }>(
  { db }: World,
  { asset, stake }: MatchState,
  people: readonly P[],
): Promise<P[]> => {
  if (asset === 'trial') return [...people]
  const balances = await balancesOf(
    db,
    people.map(({ holder }) => holder),
  )
  return people.filter((_, index) => BigInt(balances[index]?.[asset] ?? '0') >= BigInt(stake))
}

/** Those of these people who would be given a seat with another stake: a break may have begun since they agreed. */
const whoMayStake = async <P extends { holder: string }>(
  world: World,
  { isPrivate, state: { asset, stake } }: MatchRecord,
  people: readonly P[],
): Promise<P[]> => {
  const barred = await Promise.all(
    people.map(({ holder: playerId }) => refuseStake(world, { playerId, asset, stake, isPrivate })),
  )
  return people.filter((_, index) => !barred[index])
}

/** The table of a match, where it may be sat at with its coins today; null otherwise. */
const offeredTable = ({ tables }: World, state: MatchState) => {
  const table = tables.get(state.gameId)
  return table && offers(table, state) ? table : null
}

type Running = ShardsGiven['rematches']

/** Collects who agrees to sit again and opens their match, in the shard of the one they played. */
export const rematches = (world: World) => {
  const agreements = new Map<MatchId, Agreement>()

  const tell = (match: LiveMatch, { agreed, until, next }: Agreement) => {
    const payload = { matchId: match.id, agreed: [...agreed].sort((a, b) => a - b), until, next }
    later(() => world.bus.publish('match.rematch', match.id, payload))
  }

  /**
   * Opens the match of those who agreed and can pay; `next` is null where they are too few. Null when their shard is on its
   * way to another node, or is that one's. Practice opponents fill up around one person. Elsewhere two must agree, and the
   * seats of those who don't come are for everyone, or at a private table for anyone who has its link, because otherwise the
   * match could never begin.
   */
  const openAgreed = async (match: LiveMatch, seats: ReadonlySet<number>): Promise<Outcome | null> => {
    const { isPrivate, state } = match.record
    const offered = offeredTable(world, state)
    const enough = match.practice ? 1 : 2
    const willing = peopleOf(match).filter(({ seat }) => seats.has(seat))
    const people = await whoMayStake(world, match.record, await whoCanPay(world, state, willing))
    if (match.dropped) return null
    const agreed = people.map(({ seat }) => seat)
    if (!offered || agreed.length < enough) return { agreed: new Set(agreed), next: null }
    const fresh = await openMatch(world, match.shard, {
      table: offered,
      stake: state.stake,
      asset: state.asset,
      origin: {
        open: !match.practice && !isPrivate,
        rematchOf: match.id,
        invited: match.practice ? { from: match.id, seats: agreed } : null,
        host: match.origin.host,
      },
      invited: match.practice ? new Set(people.map(({ holder }) => holder)) : null,
    })
    if (!fresh) return null
    const until = world.clock.now() + keptMs
    for (const { holder } of people) fresh.kept.set(holder, until)
    announceGathering(world, fresh)
    return { agreed: new Set(agreed), next: fresh.id }
  }

  const strike = (match: LiveMatch, agreement: Agreement) => world.background(conclude(match, agreement))

  /**
   * Decides the result of an agreement, in the match's turn: a hand-over waits for it. What could not be decided is handed
   * over, or tried again here while it is this node's.
   */
  const conclude = (match: LiveMatch, agreement: Agreement): Promise<void> =>
    match.inTurn.run(async () => {
      const isForgotten = () => agreements.get(match.id) !== agreement
      if (agreement.phase !== 'open' || isForgotten()) return
      agreement.cancel()
      agreement.phase = 'deciding'
      let outcome: Outcome | null = null
      try {
        outcome = match.dropped ? null : await openAgreed(match, agreement.agreed)
      } finally {
        agreement.phase = outcome ? 'decided' : 'open'
        if (!outcome && !isForgotten())
          agreement.cancel = world.clock.after(againMs, () => strike(match, agreement))
      }
      if (outcome) tell(match, Object.assign(agreement, outcome))
    })

  const begin = (match: LiveMatch, until: number, agreed: readonly number[] = []): Agreement => {
    const { clock } = world
    const agreement: Agreement = {
      agreed: new Set(agreed),
      until,
      next: null,
      phase: 'open',
      cancel: clock.after(Math.max(0, until - clock.now()), () => strike(match, agreement)),
    }
    agreements.set(match.id, agreement)
    return agreement
  }
  const isComplete = (match: LiveMatch, agreed: ReadonlySet<number>): boolean =>
    peopleOf(match).every(({ seat }) => agreed.has(seat))

  return {
    /** One who was seated agrees. When all people agreed, no one is waited for. */
    agree: async (
      match: LiveMatch,
      { playerId, session }: BusRequest<'match.rematch'>,
    ): Promise<Envelope<null>> => {
      const { isPrivate, state } = match.record
      const seat = seatOfHolder(state, playerId)
      if (seat === null) return refused('not-seated')
      if (!isOver(state) || state.order.length === 0) return refused('wrong-phase')
      if (agreements.get(match.id)?.agreed.has(seat)) return ok(null)
      if (!offeredTable(world, state)) return refused('table-closed')
      const asker = peopleOf(match).filter((person) => person.seat === seat)
      if ((await whoCanPay(world, state, asker)).length === 0) return refused('not-enough-coins')
      const barred =
        (await refuseStake(world, { playerId, ...state, isPrivate })) ??
        (isPrivate ? await refuseUntrusted(world, { playerId, session, ...state }) : null)
      if (barred) return barred
      if (match.dropped) return refused('shard-moved')
      if (!world.matches.has(match.id)) return refused('match-over')
      const { clock, settings } = world
      const agreement = agreements.get(match.id) ?? begin(match, clock.now() + settings.rematchMs)
      if (agreement.phase !== 'open') return agreement.agreed.has(seat) ? ok(null) : refused('match-over')
      agreement.agreed.add(seat)
      if (isComplete(match, agreement.agreed)) await conclude(match, agreement)
      else tell(match, agreement)
      return ok(null)
    },
    /** Whether the outcome of an agreement is still to come: its match stays in memory until then. */
    isUndecided(matchId: MatchId): boolean {
      const agreement = agreements.get(matchId)
      return agreement !== undefined && agreement.phase !== 'decided'
    },
    /** What people of a shard's matches are agreeing to now, for the node that has the shard next: it is written nowhere. */
    running: (shard: number): Running =>
      [...agreements].flatMap(([matchId, { agreed, until, phase }]) =>
        phase !== 'open' || shardOfMatch(matchId) !== shard ? [] : [{ matchId, agreed: [...agreed], until }],
      ),
    /** Goes on with what they were agreeing to at the node that had the shard, as far as their matches are in memory. */
    resume(running: Running) {
      // A node whose shard is taken later than it waits goes on, and may have opened their match in the meantime.
      const opened = new Set([...world.matches.values()].map(({ origin }) => origin.rematchOf))
      for (const { matchId, agreed, until } of running) {
        const match = world.matches.get(matchId)
        if (!match || !isOver(match.record.state)) continue
        if (agreements.has(matchId) || opened.has(matchId)) continue
        begin(match, isComplete(match, new Set(agreed)) ? world.clock.now() : until, agreed)
      }
    },
    /** Forgets a match that has left memory. */
    forget(matchId: MatchId) {
      agreements.get(matchId)?.cancel()
      agreements.delete(matchId)
    },
    close() {
      for (const { cancel } of agreements.values()) cancel()
      agreements.clear()
    },
  }
}
export type Rematches = ReturnType<typeof rematches>
