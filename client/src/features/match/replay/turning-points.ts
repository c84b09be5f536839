import { type MatchSkill, oddsEpsilon } from '@minefall/shared/game'

/**
 * A move that a match turned on: `safe` took a risk with a safe tile left, `better` one far greater than needed; `unlucky`
 * met a mine that was not likely, `lucky` none where one was.
 */
export type TurningPoint = {
  kind: 'safe' | 'better' | 'unlucky' | 'lucky'
  /** After how many moves it has been seen. */
  ply: number
  seat: number
  risk: number
  least: number
}

/** So much more than the least risk is worth telling. */
const needless = 0.15
const smallRisk = 0.15
const greatRisk = 0.5

/** The moves that a match turned on, first to last; none where odds were estimated. */
export const turningPoints = ({ isExact, moves }: MatchSkill): TurningPoint[] => {
  if (!isExact) return []
  return moves.flatMap(({ nth, seat, mine, risk, least }) => {
    const point = (kind: TurningPoint['kind']) => [{ kind, ply: nth + 1, seat, risk, least }]
    if (risk - least >= needless) return point(least < oddsEpsilon ? 'safe' : 'better')
    if (mine && risk <= smallRisk) return point('unlucky')
    return !mine && risk >= greatRisk ? point('lucky') : []
  })
}
