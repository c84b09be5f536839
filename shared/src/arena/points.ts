/** How one match ended for one player. The best place is 1; those who shared the pot are first without having won. */
export type MatchResult = {
  /** Seats of the match, practice opponents counted. */
  seats: number
  place: number
  won: boolean
  /** Whether practice opponents sat there. */
  practice: boolean
  /** Milliseconds since 1970. */
  endedAt: number
}

/** What a player's matches of an arena came to. */
export type Standing = {
  points: number
  matches: number
  wins: number
  /** Matches won in a row, the latest included. */
  streak: number
  /** When the latest point came, in milliseconds since 1970; null before the first. */
  lastPointAt: number | null
}

export const noStanding: Standing = { points: 0, matches: 0, wins: 0, streak: 0, lastPointAt: null }

/** The winner gets so many points more than the place alone gives. */
const winnerPoints = 2
/** After so many wins in a row each further win counts twice. */
export const streakFrom = 2

/**
 * The points of a match, for someone who had won `streak` matches in a row before it: as many as the seats from their
 * place down, the winner {@link winnerPoints} more; half of that, rounded down, for a win over practice opponents; twice
 * as many for a win in a streak.
 */
export const pointsOf = ({ seats, place, won, practice }: MatchResult, streak: number): number => {
  const ofPlace = seats - place + 1
  if (!won) return ofPlace
  const ofWin = practice ? Math.floor((ofPlace + winnerPoints) / 2) : ofPlace + winnerPoints
  return streak >= streakFrom ? 2 * ofWin : ofWin
}

/** The standing that results come to, in the order in which the matches ended. */
export const standingOf = (results: readonly MatchResult[]): Standing =>
  results.reduce((before, result) => {
    const points = pointsOf(result, before.streak)
    return {
      points: before.points + points,
      matches: before.matches + 1,
      wins: before.wins + (result.won ? 1 : 0),
      streak: result.won ? before.streak + 1 : 0,
      lastPointAt: points > 0 ? result.endedAt : before.lastPointAt,
    }
  }, noStanding)

type Ranked = Pick<Standing, 'points' | 'matches' | 'lastPointAt'>

/** More points come first, then fewer matches, then the earlier last point. 0 for those who share a place. */
export const compareStandings = (one: Ranked, other: Ranked): number =>
  other.points - one.points ||
  one.matches - other.matches ||
  (one.lastPointAt ?? Number.MAX_SAFE_INTEGER) - (other.lastPointAt ?? Number.MAX_SAFE_INTEGER)

/** The standings in their order, each with its place; equal ones share the better one, and the next place is left out. */
export const ranked = <S extends Ranked>(standings: readonly S[]): { place: number; standing: S }[] => {
  const inOrder = standings.toSorted(compareStandings)
  let place = 1
  return inOrder.map((standing, nth) => {
    const before = inOrder[nth - 1]
    if (before === undefined || compareStandings(before, standing) !== 0) place = nth + 1
    return { place, standing }
  })
}
