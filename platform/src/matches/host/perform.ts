import type { Decision, MatchState } from '@minefall/shared/game'
import { needsTransaction } from '../journal/effects.ts'
import { Closed } from '../journal/persist.ts'
import { type JournalRow, readRows } from '../journal/rows.ts'
import { quarantine } from '../recovery/quarantine.ts'
import type { MatchRefusal } from '../refusals.ts'
import type { World } from '../world.ts'
import { appendOf, apply, type CommitOptions, commit } from './commit.ts'
import type { LiveMatch } from './live-match.ts'
import { type MatchRecord, outcomeKey, seatOfHolder } from './record.ts'

/** Who asks: a player's command, told apart by its id and known again by its hash. */
export type Actor = { playerId: string; commandId: string; requestHash: string }

export type Performed = { ok: true; seq: number; seat: number | null } | { ok: false; refusal: MatchRefusal }

export type Ask = {
  actor?: Actor
  /** Decides on the match as it is when its turn comes; null when there is nothing to do any more. */
  decide: (state: MatchState, at: number) => (Decision & { options?: CommitOptions }) | null
  /** The decision builds on the end of the shard's fairness log. */
  withLog?: boolean
  /** Before all that waits. */
  first?: boolean
}

/** What this command became before; null when it is not known. The same id with something else is refused. */
export const recorded = (
  record: MatchRecord,
  { playerId, commandId, requestHash }: Actor,
): Performed | null => {
  const known = record.outcomes.get(outcomeKey(playerId, commandId))
  if (!known) return null
  if (known.requestHash !== requestHash) return { ok: false, refusal: 'command-reused' }
  return { ok: true, seq: known.seq, seat: known.seat }
}

const rowOf = (match: LiveMatch, events: JournalRow['events'], at: number, actor?: Actor): JournalRow => {
  const taken = events[0]
  const { state, committed } = match.record
  const seat =
    actor === undefined
      ? null
      : taken?.type === 'SeatTaken'
        ? taken.seat
        : seatOfHolder(state, actor.playerId)
  return {
    matchId: match.id,
    seq: committed + 1,
    seat,
    commandId: actor?.commandId ?? null,
    requestHash: actor?.requestHash ?? null,
    events,
    at,
  }
}

/** A decision that is to be committed. */
type Decided = { row: JournalRow; options?: CommitOptions | undefined }

/** Decides on the match as it stands. What needs no commit is answered. */
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

/** Decides, and again where others' rows stood there, until it is committed or refused; `first` is decided already. */
const decideAndCommit = async (
  world: World,
  match: LiveMatch,
  ask: Ask,
  first?: Decided,
): Promise<Performed> => {
  for (let next: Performed | Decided = first ?? decideNow(world, match, ask); ; ) {
    if ('ok' in next) return next
    const { row, options } = next
    const done = await commit(world, match, row, { ...options, inLog: ask.withLog })
    switch (done.kind) {
      case 'written':
        return { ok: true, seq: row.seq, seat: row.seat }
      case 'fenced':
        return { ok: false, refusal: 'shard-moved' }
      case 'clash':
        return { ok: false, refusal: 'command-reused' }
      case 'refused':
        return { ok: false, refusal: done.reason }
      case 'foreign':
        next = decideNow(world, match, ask)
    }
  }
}

/** A seat that can't be taken or freed harms nobody else; anything else that fails stops the match. */
const failed = async (world: World, match: LiveMatch, { actor }: Ask, error: unknown): Promise<Performed> => {
  if (error instanceof Closed) return { ok: false, refusal: 'unavailable' }
  const { state, committed } = match.record
  if (actor && state.phase === 'gathering' && committed === state.seq) {
    world.log.error({ err: error, matchId: match.id }, 'a decision of a gathering match failed')
    return { ok: false, refusal: 'failed' }
  }
  let events: readonly unknown[] = match.record.events
  try {
    const rows = await readRows(world.db.journal, match.id)
    events = rows.flatMap((row) => (Array.isArray(row.events) ? row.events : []))
  } catch (reading) {
    world.log.error({ err: reading, matchId: match.id }, 'the journal of a stopped match could not be read')
  }
  await quarantine(world, match, error, events)
  return { ok: false, refusal: 'match-stopped' }
}

/** In the match's turn. */
const decideOrFail = async (
  world: World,
  match: LiveMatch,
  ask: Ask,
  first?: Decided,
): Promise<Performed> => {
  try {
    return await decideAndCommit(world, match, ask, first)
  } catch (error) {
    return failed(world, match, ask, error)
  }
}

/** Decides one command in the match's turn, commits it, and answers with the outcome. */
export const perform = (world: World, match: LiveMatch, ask: Ask): Promise<Performed> =>
  match.inTurn.run(
    () => {
      const run = () => decideOrFail(world, match, ask)
      return ask.withLog ? match.shard.logInTurn.run(run) : run()
    },
    { first: ask.first ?? false },
  )

/**
 * As `perform`, for what is decided and appended at once where nothing is out of the ordinary: from the match's turn to
 * the journal's queue in one step, and from the flush to `told` in another, without a promise. All else, coins,
 * conflicts, a fence, a database that is away or a turn that somebody has, takes the way of `perform` from where it is.
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
  if (needsTransaction(row.events)) return goOn(decideOrFail(world, match, ask, next))
  world.journal.append(appendOf(match, row), (outcome, error) => {
    if (outcome !== 'written') {
      const attempted = async () => {
        if (outcome === null) throw error
        return outcome
      }
      return goOn(decideOrFail(world, match, ask, { row, options: { ...options, attempted } }))
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
