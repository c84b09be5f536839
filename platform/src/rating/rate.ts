import { rate } from 'openskill'

/** A player's rating. `mu` and `sigma` are in points: the strength that is expected, and its standard deviation. */
export type Rating = {
  mu: number
  sigma: number
  /** Rated matches. */
  matches: number
  /** The highest `mu` after a match from which on it was no longer provisional; null before. */
  best: number | null
  /** When the latest rated match ended, in milliseconds since 1970. */
  ratedAt: number
}

/** Of an account without a rated match. `sigma` is as wide as strengths of new accounts lie apart. */
const unrated = { mu: 1_500, sigma: 250 }

/** How far one match strays from the strengths of its players, in points; half of the first `sigma`, as the library has it. */
const beta = unrated.sigma / 2

/** What strength itself may change by between two matches, in points, so that a rating can always move. */
const tau = unrated.sigma / 100

/** A rating is provisional while its `sigma` is greater, in points: for some 30 matches. */
const provisionalAbove = 150

/** After this long without a match, in milliseconds, even the surest rating is as uncertain as a new one. */
const forgottenMs = 365 * 86_400_000

/** A rating's `sigma` at a time: it grows with absence, at most to what it began with. `mu` stays as it is. */
export const sigmaAt = ({ sigma, ratedAt }: Pick<Rating, 'sigma' | 'ratedAt'>, at: number): number => {
  const growth = unrated.sigma ** 2 * (Math.max(0, at - ratedAt) / forgottenMs)
  return Math.min(unrated.sigma, Math.sqrt(sigma ** 2 + growth))
}

export const isProvisional = (rating: Pick<Rating, 'sigma' | 'ratedAt'>, at: number): boolean =>
  sigmaAt(rating, at) > provisionalAbove

/** The number that people see, around 1,500, from 0 to 9,999. */
export const shownRating = ({ mu }: Pick<Rating, 'mu'>): number =>
  Math.min(Math.max(Math.round(mu), 0), 9_999)

/** A seat of a match that is rated: `before` is null in an account's first. The best place is 1; those of one place tied. */
export type RatedSeat = { before: Rating | null; place: number }

/** What a match made of a seat's rating: `from` is what it was rated from, absence counted. */
export type Change = { from: Pick<Rating, 'mu' | 'sigma'>; after: Rating }

/**
 * Rates a match of at least two seats that ended at `at`, in milliseconds since 1970, by Plackett and Luce's model
 * (Weng and Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12, 2011, algorithm 4). Answers the seats in
 * their order. The same seats give the same figures to the last digit.
 */
export const rateMatch = (seats: readonly RatedSeat[], at: number): Change[] => {
  const from = seats.map(({ before }) => (before ? { mu: before.mu, sigma: sigmaAt(before, at) } : unrated))
  const rated = rate(
    from.map((belief) => [belief]),
    { rank: seats.map(({ place }) => place), ...unrated, beta, tau },
  )
  return seats.map(({ before }, nth) => {
    const [was, [is] = []] = [from[nth], rated[nth]]
    if (!was || !is) throw new RangeError(`seat ${nth} was not rated`)
    const { mu, sigma } = is
    const best = sigma > provisionalAbove ? (before?.best ?? null) : Math.max(mu, before?.best ?? mu)
    const ratedAt = Math.max(at, before?.ratedAt ?? at)
    return { from: was, after: { mu, sigma, matches: (before?.matches ?? 0) + 1, best, ratedAt } }
  })
}

/**
 * A rating is settled when it was sure after a match once (it has a best), and the latest rated matches were played with
 * enough different people. Before, others see none of it, and it counts for nothing: what a few accounts win from each
 * other says nothing of the rest.
 */
export const settledMatches = 30
export const settledPeople = 20

/** The condition in SQL on a row `r` of `rating`. It goes through the latest matches alone. */
export const isSettled = `r.best is not null and (
  select count(distinct other.player_id)
  from (select nth from rated_seat where player_id = r.player_id order by nth desc limit ${settledMatches}) as latest
  join rated_seat other on other.nth = latest.nth and other.player_id <> r.player_id
) >= ${settledPeople}`
