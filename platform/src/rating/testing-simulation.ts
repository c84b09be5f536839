import { catalogue, chooseTile, type Skill } from '@minefall/shared/game'
import { carryOut, plainDealer, readyMatch, type SimulatedTable } from '@minefall/shared/testing'
import { type Rating, rateMatch, settledMatches, settledPeople } from './rate.ts'
import { latestLooked, metMost } from './rate-match.ts'

/** For tests alone: simulated accounts that play real matches and are rated by them. */

type Random = () => number

/** From 0, which opens anything, by way of ½, which plays casually, to 1, which weighs every clue. */
export type Strength = number

/** How an account plays its next move: it mixes the two kinds that its strength lies between. */
const skillOf = (strength: Strength, random: Random): Skill => {
  const [lower, higher, share] =
    strength < 0.5
      ? (['random', 'casual', strength * 2] as const)
      : (['casual', 'skilled', strength * 2 - 1] as const)
  return random() < share ? higher : lower
}

/** Plays a match to its end; answers each seat's place, 1 for those who stayed in. */
const playMatch = (table: SimulatedTable, strengths: readonly Strength[], random: Random): number[] => {
  const dealer = plainDealer(random, table.seats, table.rules)
  let state = carryOut(readyMatch(table, random), { type: 'start', at: 0 }, dealer)
  while (state.turn) {
    const { turn, seat } = state.turn
    const tile = chooseTile(state, random, skillOf(strengths[seat] ?? 0, random))
    state = carryOut(state, { type: 'open', at: turn, seat, turn, tile }, dealer)
  }
  return state.table.map((seat) => seat?.out?.place ?? 1)
}

/** The tables whose matches are rated. */
const ratedTables = catalogue.filter(({ rules, practice }) => rules.clues && !practice)

const shuffled = <T>(items: readonly T[], random: Random): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)

/** A simulated account. `met`: who sat with it in its latest rated matches, the latest last. */
export type Account = { strength: Strength; rating: Rating | null; met: (readonly Account[])[] }

/** Accounts of these strengths that have not played. */
export const newAccounts = (strengths: readonly Strength[]): Account[] =>
  strengths.map((strength) => ({ strength, rating: null, met: [] }))

/** As in `isSettled`. */
export const isSettled = ({ rating, met }: Account): boolean =>
  rating !== null && rating.best !== null && new Set(met.flat()).size >= settledPeople

const dayMs = 86_400_000

/** As in `rate-match.ts`, on a site where so many people play. */
const haveMetOften = (seated: readonly Account[], people: number): boolean =>
  seated.some(({ met }, seat) => {
    const latest = met.slice(Math.max(0, met.length - latestLooked(people))).flat()
    return seated.some(
      (other, nth) => nth !== seat && latest.filter((account) => account === other).length >= metMost,
    )
  })

/**
 * Lets these accounts play with each other, four rounds a day, each until it has played `matches`. `feed` is an account
 * that the others let win: they open anything, it plays as it can. `people` are so many as play on the whole site.
 * Answers the matches, and how many of them were rated.
 */
export const playSeason = (
  accounts: readonly Account[],
  {
    matches,
    random,
    feed,
    people = accounts.length,
  }: { matches: number; random: Random; feed?: Account; people?: number },
): { matches: number; rated: number } => {
  const played = new Map<Account, number>()
  const season = { matches: 0, rated: 0 }
  const isPlaying = (account: Account) => (played.get(account) ?? 0) < matches
  for (let round = 0; accounts.some(isPlaying); round += 1) {
    const waiting = shuffled(accounts.filter(isPlaying), random)
    const at = Math.floor(round / 4) * dayMs
    for (;;) {
      const table = ratedTables[Math.floor(random() * ratedTables.length)]
      if (!table) throw new Error('no table is rated')
      // The last few make up a table with those who are done.
      const seated = waiting.splice(0, table.seats)
      if (seated.length === 0) break
      const others = shuffled(
        accounts.filter((account) => !seated.includes(account)),
        random,
      )
      seated.push(...others.slice(0, table.seats - seated.length))
      const strengths = seated.map((account) => (feed && account !== feed ? 0 : account.strength))
      const places = playMatch(table, strengths, random)
      season.matches += 1
      for (const account of seated) played.set(account, (played.get(account) ?? 0) + 1)
      if (haveMetOften(seated, people)) continue
      season.rated += 1
      const changes = rateMatch(
        seated.map(({ rating }, seat) => ({ before: rating, place: places[seat] ?? 1 })),
        at,
      )
      for (const [seat, account] of seated.entries()) {
        account.rating = changes[seat]?.after ?? null
        account.met = [...account.met, seated.filter((other) => other !== account)].slice(-settledMatches)
      }
    }
  }
  return season
}

const ranks = (values: readonly number[]): number[] => {
  const order = [...values.keys()].sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  const rank = new Array<number>(values.length).fill(0)
  for (const [nth, index] of order.entries()) rank[index] = nth
  return rank
}

/** Spearman's rank correlation of two lists without ties: 1 for the same order, −1 for the opposite. */
export const rankCorrelation = (one: readonly number[], other: readonly number[]): number => {
  const [first, second] = [ranks(one), ranks(other)]
  const squares = first.reduce((sum, rank, nth) => sum + (rank - (second[nth] ?? 0)) ** 2, 0)
  return 1 - (6 * squares) / (one.length * (one.length ** 2 - 1))
}
