import { drawKey, drawsMine } from '../fairness/index.ts'
import { awaitedSeats, linkMs, silentMost } from './links.ts'
import { plainDealer } from './plain-dealer.ts'
import { carryOut, chainsOf, readyMatch, type SimulatedTable } from './simulation.ts'
import type { MatchState, PickState } from './state.ts'

/** For tests alone: sealed matches in which some hold links back, played by the rules themselves. */

type Random = () => number

/** What someone who holds links back can see when a tile is picked. */
export type Pending = {
  state: MatchState
  pick: PickState
  /** Whose links can be held back: of seats in league, or of all where the house itself leaves them out. */
  own: readonly number[]
  /** Whether the tile is a mine if all links come but those held back; of the house, which alone can tell, null for others. */
  foresee: ((held: readonly number[]) => boolean) | null
  random: Random
}

/** Which links are held back of this pick; `void` is the house giving none. */
export type Strategy = (pending: Pending) => readonly number[] | 'void'

export type Withholders = {
  /** The seats in league. */
  league: readonly number[]
  /** Whether the house is with them. */
  house: boolean
  /** Whether links of others can be left out too, as only the house can, and their pages see. */
  others: boolean
  strategy: Strategy
}

/** What many matches came to. */
export type Withheld = {
  matches: number
  /** The share of all pots that went to the seats in league, and what luck alone leaves of it: half of the 95 % interval. */
  share: number
  half: number
  /** A fair share of them. */
  fair: number
  /** What is left of the pots for the house. */
  kept: number
  /** Strikes a match, of seats in league and of others, and seats that were put out by them. */
  strikes: number
  othersStrikes: number
  idle: number
  voided: number
}

/** Whether a link that is held back would put its seat out. */
export const isLastStrike = ({ table }: MatchState, seat: number): boolean =>
  (table[seat]?.silent ?? 0) >= silentMost - 1

/** Plays one match to its end; counts are added to `tally`. */
const play = (
  table: SimulatedTable,
  who: Withholders,
  random: Random,
  tally: Omit<Withheld, 'share' | 'half' | 'fair'>,
) => {
  const dealer = plainDealer(random, table.seats, table.rules)
  let state = carryOut(readyMatch(table, random), { type: 'start', at: 0 }, dealer)
  const { seats: links, house } = chainsOf(state)
  while (state.turn && state.board) {
    const { turn, seat } = state.turn
    const closed = state.board.tiles.flatMap((tile, number) => (tile === null ? [number] : []))
    const tile = closed[Math.floor(random() * closed.length)] ?? 0
    state = carryOut(state, { type: 'open', at: 0, seat, turn, tile, link: links[seat]?.[turn] }, dealer)
    const { pick, lock } = state
    if (!pick || !lock) throw new Error('nothing is picked')
    const awaited = awaitedSeats(state, pick)
    const own = who.others ? awaited : awaited.filter((one) => who.league.includes(one))
    const mines = state.rules.mines - state.moves.filter(({ mine }) => mine).length
    const foresee = (held: readonly number[]) => {
      const came = awaited.filter((one) => !held.includes(one))
      const all = [...pick.links, ...came.map((one) => ({ seat: one, link: links[one]?.[turn] ?? '' }))]
      const key = drawKey(house[turn] ?? '', lock.lockHash, { ...pick, links: all })
      return drawsMine(key, { closed: closed.length, mines })
    }
    const held = who.strategy({ state, pick, own, foresee: who.house ? foresee : null, random })
    if (held === 'void') {
      const serverSeed = dealer.serverSeed
      state = carryOut(state, { type: 'void', at: 0, reason: 'link-missing', serverSeed })
      tally.voided += 1
      break
    }
    for (const one of awaited)
      if (!held.includes(one))
        state = carryOut(state, { type: 'link', at: 0, seat: one, turn, link: links[one]?.[turn] ?? '' })
    for (const one of held) {
      if (!own.includes(one)) throw new Error(`the link of seat ${one} can't be held back`)
      if (who.league.includes(one)) tally.strikes += 1
      else tally.othersStrikes += 1
    }
    state = carryOut(state, { type: 'draw', at: linkMs, turn, link: house[turn] ?? '' }, dealer)
  }
  tally.idle += state.table.filter((one) => one?.out?.reason === 'idle').length
  const paid = (seats: readonly number[]) =>
    (state.result?.payouts ?? []).reduce(
      (sum, { seat, amount }) => sum + (seats.includes(seat) ? Number(amount) : 0),
      0,
    )
  const pot = Number(state.stake) * table.seats
  const all = state.table.map((_, seat) => seat)
  tally.kept += (pot - paid(all)) / pot
  return paid(who.league) / pot
}

/** Plays so many matches of a table; the same `random` gives the same figures. */
export const withhold = (
  table: SimulatedTable,
  who: Withholders,
  { matches, random }: { matches: number; random: Random },
): Withheld => {
  const tally = { matches, kept: 0, strikes: 0, othersStrikes: 0, idle: 0, voided: 0 }
  let [sum, squares] = [0, 0]
  for (let match = 0; match < matches; match += 1) {
    const share = play(table, who, random, tally)
    sum += share
    squares += share * share
  }
  const share = sum / matches
  const half = 1.96 * Math.sqrt(Math.max(0, squares / matches - share * share) / matches)
  const each = (count: number) => count / matches
  return {
    ...tally,
    share,
    half,
    fair: who.league.length / table.seats,
    kept: each(tally.kept),
    strikes: each(tally.strikes),
    othersStrikes: each(tally.othersStrikes),
    idle: each(tally.idle),
  }
}

const isInLeague = (league: readonly number[], { seat }: PickState): boolean => league.includes(seat)

/** Every non-empty choice of these, the smallest first. */
const choicesOf = (seats: readonly number[]): number[][] =>
  Array.from({ length: 2 ** seats.length - 1 }, (_, nth) =>
    seats.filter((_one, bit) => (nth + 1) & (1 << bit)),
  ).toSorted((a, b) => a.length - b.length)

/** Holds nothing back. */
export const honest: Strategy = () => []

/** Holds back each link with this chance, as often as that puts no one out. */
export const atRandom =
  (chance: number): Strategy =>
  ({ state, own, random }) =>
    own.filter((seat) => !isLastStrike(state, seat) && random() < chance)

/** Holds back as many links as put no one out whenever someone else picks, and none of the picks of its own. */
export const againstOthers =
  (league: readonly number[]): Strategy =>
  ({ state, pick, own }) =>
    isInLeague(league, pick) ? [] : own.filter((seat) => !isLastStrike(state, seat))

/** Never gives a link: who does so is put out. */
export const never: Strategy = ({ own }) => own

/**
 * Looks at what would be drawn and holds back the fewest links that make it a mine for others and safe for the league, as
 * far as that puts no one out.
 */
export const byForesight =
  (league: readonly number[]): Strategy =>
  ({ state, pick, own, foresee }) => {
    if (!foresee) throw new Error('only the house can foresee a draw')
    const wanted = !isInLeague(league, pick)
    if (foresee([]) === wanted) return []
    const free = own.filter((seat) => !isLastStrike(state, seat))
    return choicesOf(free).find((held) => foresee(held) === wanted) ?? []
  }

/** The house gives no link where a seat that it likes would open a mine. */
export const callsOff =
  (liked: readonly number[]): Strategy =>
  ({ pick, foresee }) =>
    isInLeague(liked, pick) && foresee?.([]) ? 'void' : []
