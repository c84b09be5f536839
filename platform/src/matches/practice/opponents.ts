import { playerCommit } from '@minefall/shared/fairness'
import { type Decision, decide, evolve, type GameEvent, type MatchState } from '@minefall/shared/game'
import { toHex } from '../ids.ts'

/** Names and faces of practice opponents, one of each by seat. */
const faces = [
  ['Oro', 'robot-1'],
  ['Kestrel', 'robot-2'],
  ['Pip', 'robot-3'],
  ['Juno', 'robot-4'],
  ['Basil', 'robot-1'],
  ['Wren', 'robot-2'],
] as const

/** Seats practice opponents on every empty seat, in one decision. `seeds` are the platform's, by seat. */
export const fillWithPractice = (
  state: MatchState,
  seeds: readonly string[],
  { at, randomBytes }: { at: number; randomBytes: (count: number) => Uint8Array },
): Decision => {
  const events: GameEvent[] = []
  let filled = state
  for (let seat = filled.table.indexOf(null); seat >= 0; seat = filled.table.indexOf(null)) {
    const seed = seeds[seat]
    const [name, avatar] = faces[seat] ?? faces[0]
    if (seed === undefined) throw new Error(`no seed was drawn for practice seat ${seat}`)
    const ref = toHex(randomBytes(16))
    const commit = playerCommit(state.matchId, ref, seed)
    const decision = decide(filled, {
      type: 'sit',
      at,
      ref,
      commit,
      player: { name, avatar, kind: 'practice' },
    })
    if (!decision.ok) return decision
    for (const event of decision.events) {
      filled = evolve(filled, event)
      events.push(event)
    }
  }
  return events.length > 0 ? { ok: true, events } : { ok: false, refusal: 'table-full' }
}

/** Reveals the seeds of all practice opponents after `locked`, in the same decision. */
export const revealPractice = (
  state: MatchState,
  locked: readonly GameEvent[],
  seeds: readonly string[],
  at: number,
): GameEvent[] => {
  let revealed = locked.reduce(evolve, state)
  const events = [...locked]
  for (const seat of state.table) {
    const seed = seat?.player.kind === 'practice' ? seeds[seat.seat] : undefined
    if (!seat || seed === undefined) continue
    const decision = decide(revealed, { type: 'reveal', at, seat: seat.seat, seed })
    if (!decision.ok) throw new Error(`practice seat ${seat.seat} could not reveal: ${decision.refusal}`)
    for (const event of decision.events) {
      revealed = evolve(revealed, event)
      events.push(event)
    }
  }
  return events
}
