/**
 * Judges one match, in a thread that gives way to all others.
 * Plain JavaScript, because Node loads a worker on its own: from the sources under test, and when built.
 */
import { eventSchema, judgeMatch, rulesSchema, toldOpeners } from '@minefall/shared/game'

/**
 * `told` is the JSON of a match's rules, its seats, and its events `BoardBegun` and `TileOpened` in order. The answer is
 * whether all odds were exact, and the seats that moved by hand.
 */
export const judge = (told) => {
  const { rules, seats, events } = JSON.parse(told)
  const parsed = (events ?? []).map((event) => eventSchema.parse(event))
  const moves = parsed.filter(({ type }) => type === 'TileOpened')
  const skill = judgeMatch({ rules: rulesSchema.parse(rules), moves, openers: toldOpeners(parsed) }, seats)
  if (!skill) return { isExact: true, seats: [] }
  return {
    isExact: skill.isExact,
    seats: skill.seats.flatMap((played, seat) => (played.moves > 0 ? [{ seat, ...played }] : [])),
  }
}
