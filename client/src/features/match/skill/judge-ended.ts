import { deal } from '@minefall/shared/fairness'
import { dealtOpeners, judgeMatch, type MatchSkill, type MatchState } from '@minefall/shared/game'

/**
 * Judges a match from how it ended: its open seeds deal its boards again, with the tiles that the house opened. Null while it
 * runs, on a blind table, and where a seed is missing.
 */
export const judgeEnded = (state: MatchState): MatchSkill | null => {
  const { rules, table, lock, result } = state
  const players = table.flatMap((seat) =>
    seat?.seed === undefined ? [] : [{ ref: seat.ref, seed: seat.seed }],
  )
  if (!result || !lock || players.length < state.seats) return null
  const { serverSeed } = result
  const dealer = deal({ rules, serverSeed, lockHash: lock.lockHash, players })
  return judgeMatch({ ...state, openers: dealtOpeners(dealer) }, state.seats)
}

/** What one line says of a seat's luck: out at some risk, or in against so small a chance. */
export type Luck = { kind: 'unlucky' | 'out' | 'reckless' | 'lucky'; share: number }

/** Out at this risk or less is bad luck; at this one or more it was to be expected. */
const smallRisk = 0.2
const greatRisk = 0.5
/** To have come through with no greater chance is good luck. */
const smallChance = 1 / 3

/** The one thing worth saying of a seat's luck; null where there is none. */
export const luckOfSeat = ({ isExact, moves }: MatchSkill, seat: number): Luck | null => {
  const own = moves.filter((move) => move.seat === seat)
  const last = own.at(-1)
  if (!isExact || !last) return null
  if (last.mine) {
    const share = last.risk
    return { kind: share <= smallRisk ? 'unlucky' : share >= greatRisk ? 'reckless' : 'out', share }
  }
  const share = own.reduce((chance, { risk }) => chance * (1 - risk), 1)
  return share <= smallChance ? { kind: 'lucky', share } : null
}
