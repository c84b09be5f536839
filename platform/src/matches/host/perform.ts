import type { Decision, MatchState } from '@minefall/shared/game'
import { Closed } from '../journal/persist.ts'
import { type JournalRow, readRows } from '../journal/rows.ts'
import { quarantine } from '../recovery/quarantine.ts'
import type { MatchRefusal } from '../refusals.ts'
import type { World } from '../world.ts'
import { type CommitOptions, commit } from './commit.ts'
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

const decideAndCommit = async (world: World, match: LiveMatch, ask: Ask): Promise<Performed> => {
  for (;;) {
    if (match.dropped) return { ok: false, refusal: 'shard-moved' }
    const known = ask.actor && recorded(match.record, ask.actor)
    if (known) return known
    if (match.quarantined) return { ok: false, refusal: 'match-stopped' }
    const at = world.clock.now()
    const decision = ask.decide(match.record.state, at)
    if (decision === null) return { ok: true, seq: match.record.committed, seat: null }
    if (!decision.ok) return { ok: false, refusal: decision.refusal }
    const row = rowOf(match, decision.events, at, ask.actor)
    const done = await commit(world, match, row, { ...decision.options, inLog: ask.withLog })
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
        break
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

/** Decides one command in the match's turn, commits it, and answers with the outcome. */
export const perform = (world: World, match: LiveMatch, ask: Ask): Promise<Performed> =>
  match.inTurn.run(
    async () => {
      try {
        const run = () => decideAndCommit(world, match, ask)
        return await (ask.withLog ? match.shard.logInTurn.run(run) : run())
      } catch (error) {
        return failed(world, match, ask, error)
      }
    },
    { first: ask.first ?? false },
  )
