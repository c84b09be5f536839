export {
  compareStandings,
  type MatchResult,
  noStanding,
  pointsOf,
  ranked,
  type Standing,
  standingOf,
  streakFrom,
  winnerPoints,
} from './points.ts'
export { prizeCount, prizesOf, splitPot } from './prizes.ts'
export { type ArenaPhase, type ArenaSpan, arenaTimes, mayJoin, phaseOf } from './times.ts'
