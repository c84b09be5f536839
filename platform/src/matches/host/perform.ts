import type { Decision, MatchState } from '@minefall/shared/game'
import { needsTransaction } from '../journal/effects.ts'
import { HostClosed } from '../journal/persist.ts'
import { eventsIn, type JournalRow, readRows } from '../journal/rows.ts'
import { quarantine } from '../recovery/quarantine.ts'
import type { World } from '../world.ts'
import { type Actor, appendOf, apply, type CommitOptions, commit, type Performed, rowOf } from './commit.ts'
import type { LiveMatch } from './live-match.ts'
import { type MatchRecord, outcomeKey } from './record.ts'

export type Ask = {
  actor?: Actor
  /** Decides on the match as it is when its turn comes; null if nothing is left to do. */
  decide: (state: MatchState, at: number) => (Decision & { options?: CommitOptions }) | null
  /** The decision builds on the end of the shard's fairness log. */
  withLog?: boolean
  first?: boolean
}

/** The earlier outcome of this command; null if unknown. The same id with other content is refused. */
export const recorded = (
  record: MatchRecord,
  { playerId, commandId, requestHash }: Actor,
): Performed | null => {
  const known = record.outcomes.get(outcomeKey(playerId, commandId))
  if (!known) return null
  if (known.requestHash !== requestHash) return { ok: false, refusal: 'command-reused' }
  return { ok: true, seq: known.seq, seat: known.seat }
}

type Decided = { row: JournalRow; options?: CommitOptions | undefined }

/** Decides on the match as it is. What needs no commit is answered. */
const decideNow = (world: World, match: LiveMatch, ask: Ask): Performed | Decided => {
  if (match.dropped) return { ok: false, refusal: 'shard-moved' }
  const known = ask.actor && recorded(match.record, ask.actor)
  if (known) return known
  if (match.quarantined) return { ok: false, refusal: 'match-stopped' }
  const at = world.clock.now()
  const decision = ask.decide(match.record.state, at)
  if (decision === null) return { ok: true, seq: match.record.committed, seat: null }
  if (!decision.ok) return { ok: false, refusal: decision.refusal }
  return { row: rowOf(match, decision.events, at, ask.actor), options: decision.options }
}

/** A seat that can't be taken or freed harms no one else; anything else that fails stops the match. */
const failed = async (
  world: World,
  match: LiveMatch,
  { actor, withLog: inLog }: Ask,
  error: unknown,
): Promise<Performed> => {
  if (error instanceof HostClosed) return { ok: false, refusal: 'unavailable' }
  const { state, committed } = match.record
  if (actor && state.phase === 'gathering' && committed === state.seq) {
    world.log.error({ err: error, matchId: match.id }, 'a decision of a gathering match failed')
    return { ok: false, refusal: 'failed' }
  }
  let events: readonly unknown[] = match.record.events
  try {
    events = eventsIn(await readRows(world.db.journal, match.id))
  } catch (reading) {
    world.log.error({ err: reading, matchId: match.id }, 'the journal of a stopped match could not be read')
  }
  await quarantine(world, match, error, { events, inLog })
  return { ok: false, refusal: 'match-stopped' }
}

/**
 * Decides, again where other rows took the place, until committed or refused; `first` is already decided. Runs in
 * the match's turn.
 */
const decideAndCommit = async (
  world: World,
  match: LiveMatch,
  ask: Ask,
  first?: Decided,
): Promise<Performed> => {
  try {
    for (let next = first ?? decideNow(world, match, ask); ; next = decideNow(world, match, ask)) {
      if ('ok' in next) return next
      const done = await commit(world, match, next.row, { ...next.options, inLog: ask.withLog })
      if (done) return done
    }
  } catch (error) {
    return failed(world, match, ask, error)
  }
}

/** Decides one command in the match's turn, commits it, and answers with the outcome. */
export const perform = (world: World, match: LiveMatch, ask: Ask): Promise<Performed> => {
  const run = () => decideAndCommit(world, match, ask)
  const inLog = () => match.shard.logInTurn.run(run)
  return match.inTurn.run(ask.withLog ? inLog : run, { first: ask.first ?? false })
}

/**
 * Like `perform`, but synchronous in the ordinary case: from the match's turn to the journal's queue in one step,
 * and from the flush to `told` in another, without a promise. Coins, conflicts, a fence, an unreachable database or
 * a busy turn continue in `perform`.
 */
export const performAtOnce = (world: World, match: LiveMatch, ask: Ask, told: (done: Performed) => void) => {
  const broken = (error: unknown): Performed => {
    world.log.error({ err: error, matchId: match.id }, 'a decision could not be brought to its end')
    return { ok: false, refusal: 'failed' }
  }
  if (world.patience.closed() || !match.inTurn.take()) {
    void perform(world, match, ask).catch(broken).then(told)
    return
  }
  const end = (done: Performed) => {
    match.inTurn.release()
    told(done)
  }
  const goOn = (rest: Promise<Performed>) => void rest.catch(broken).then(end)
  let next: Performed | Decided
  try {
    next = decideNow(world, match, ask)
  } catch (error) {
    return goOn(failed(world, match, ask, error))
  }
  if ('ok' in next) return end(next)
  const { row, options } = next
  if (needsTransaction(row.events)) return goOn(decideAndCommit(world, match, ask, next))
  world.journal.append(appendOf(match, row), (outcome, error) => {
    if (outcome !== 'written') {
      const attempted = { outcome, error }
      return goOn(decideAndCommit(world, match, ask, { row, options: { ...options, attempted } }))
    }
    world.metrics.decided('moves')
    try {
      apply(world, match, row)
    } catch (fault) {
      return goOn(failed(world, match, ask, fault))
    }
    end({ ok: true, seq: row.seq, seat: row.seat })
  })
}
