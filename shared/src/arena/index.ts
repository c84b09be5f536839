export {
  compareStandings,
  type MatchResult,
  noStanding,
  pointsOf,
  ranked,
  type Standing,
  standingOf,
  streakFrom,
} from './points.ts'
export { prizeCount, prizesOf, splitPot } from './prizes.ts'
export { type ArenaPhase, arenaTimes, mayJoin, phaseOf } from './times.ts'
