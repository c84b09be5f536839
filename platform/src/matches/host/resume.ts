import type { BusRequest, Resume } from '@minefall/shared/contracts'
import { view } from '@minefall/shared/game'
import { type MatchRecord, outcomeKey, seatOfHolder } from './record.ts'

/** More missing events than this are answered with a snapshot, which is then the smaller answer. */
const eventsMax = 64

/** What a player missed since `seq`, or the whole match; and what became of their unanswered commands. */
export const resume = (
  record: MatchRecord,
  { playerId, seq, unacknowledged }: Pick<BusRequest<'match.resume'>, 'playerId' | 'seq' | 'unacknowledged'>,
): Resume => {
  const { isPrivate, state, hash, events, outcomes } = record
  const isWhole = events.length === state.seq
  const missing = seq === null || seq > state.seq ? null : state.seq - seq
  return {
    catchUp:
      seq !== null && isWhole && missing !== null && missing <= eventsMax
        ? { kind: 'events', from: seq, events: events.slice(seq) }
        : { kind: 'snapshot', state: view(state) },
    hash,
    seat: seatOfHolder(state, playerId),
    private: isPrivate,
    outcomes: unacknowledged.flatMap((commandId) => {
      const known = outcomes.get(outcomeKey(playerId, commandId))
      return known ? [{ commandId, seq: known.seq }] : []
    }),
  }
}
