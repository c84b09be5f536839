import { drawKey, drawsMine } from '../fairness/index.ts'
import { awaitedSeats, linkMs, silentMost } from './links.ts'
import { plainDealer } from './plain-dealer.ts'
import { carryOut, chainsOf, readyMatch, type SimulatedTable } from './simulation.ts'

/** For tests alone: sealed matches in which some hold links back. */

type Random = () => number

/** What someone who holds links back can see when a tile is picked. */
export type Pending = {
  mover: number
  /** Whose links can be held back: of seats in league, or of all where the house itself leaves them out. */
  own: readonly number[]
  /** Whether a link that is held back would put its seat out. */
  isLastStrike(seat: number): boolean
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

/** What a match came to: what the league and all were paid, as shares of the pot; strikes of both, who was out by them. */
type Played = {
  share: number
  paid: number
  strikes: number
  othersStrikes: number
  idle: number
  voided: number
}

type Play = (table: SimulatedTable, who: Withholders, random: Random) => Played

const strikesOf = (held: readonly number[], { league }: Withholders) => {
  const strikes = held.filter((seat) => league.includes(seat)).length
  return { strikes, othersStrikes: held.length - strikes }
}

const choose = (who: Withholders, awaited: readonly number[], pending: Omit<Pending, 'own'>) => {
  const own = who.others ? awaited : awaited.filter((seat) => who.league.includes(seat))
  const held = who.strategy({ ...pending, own, foresee: who.house ? pending.foresee : null })
  if (held !== 'void' && held.some((seat) => !own.includes(seat))) throw new Error('that link is not theirs')
  return held
}

/** By the rules themselves, with chains and real draws. */
export const playByRules: Play = (table, who, random) => {
  const dealer = plainDealer(random, table.seats, table.rules)
  let state = carryOut(readyMatch(table, random), { type: 'start', at: 0 }, dealer)
  const { seats: links, house } = chainsOf(state)
  const played = { strikes: 0, othersStrikes: 0, voided: 0 }
  while (state.turn && state.board) {
    const { turn, seat } = state.turn
    const closed = state.board.tiles.flatMap((tile, number) => (tile === null ? [number] : []))
    const tile = closed[Math.floor(random() * closed.length)] ?? 0
    state = carryOut(state, { type: 'open', at: 0, seat, turn, tile, link: links[seat]?.[turn] }, dealer)
    const { pick, lock, table: seated } = state
    if (!pick || !lock) throw new Error('nothing is picked')
    const awaited = awaitedSeats(state, pick)
    const mines = state.rules.mines - state.moves.filter(({ mine }) => mine).length
    const foresee = (held: readonly number[]) => {
      const came = awaited.filter((one) => !held.includes(one))
      const all = [...pick.links, ...came.map((one) => ({ seat: one, link: links[one]?.[turn] ?? '' }))]
      const key = drawKey(house[turn] ?? '', lock.lockHash, { ...pick, links: all })
      return drawsMine(key, { closed: closed.length, mines })
    }
    const isLastStrike = (one: number) => (seated[one]?.silent ?? 0) >= silentMost - 1
    const held = choose(who, awaited, { mover: seat, isLastStrike, foresee, random })
    if (held === 'void') {
      const { serverSeed } = dealer
      state = carryOut(state, { type: 'void', at: 0, reason: 'link-missing', serverSeed })
      played.voided += 1
      break
    }
    for (const one of awaited)
      if (!held.includes(one))
        state = carryOut(state, { type: 'link', at: 0, seat: one, turn, link: links[one]?.[turn] ?? '' })
    const { strikes, othersStrikes } = strikesOf(held, who)
    played.strikes += strikes
    played.othersStrikes += othersStrikes
    state = carryOut(state, { type: 'draw', at: linkMs, turn, link: house[turn] ?? '' }, dealer)
  }
  const pot = Number(state.stake) * table.seats
  const sum = (isPaid: (seat: number) => boolean) =>
    (state.result?.payouts ?? []).reduce(
      (total, { seat, amount }) => total + (isPaid(seat) ? Number(amount) : 0),
      0,
    ) / pot
  const idle = state.table.filter((one) => one?.out?.reason === 'idle').length
  return { ...played, idle, share: sum((seat) => who.league.includes(seat)), paid: sum(() => true) }
}

const shuffled = (count: number, random: Random): number[] => {
  const items = Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1))
    const held = items[index] ?? index
    items[index] = items[other] ?? other
    items[other] = held
  }
  return items
}

/**
 * The same match as `playByRules` plays it, without what makes it slow: who is in, strikes, closed tiles and mines left are
 * all there is of it, and each choice of links draws afresh, as HMAC is taken to do.
 */
export const playPlainly: Play = ({ seats, rules }, who, random) => {
  let standing = shuffled(seats, random)
  const silent = new Array<number>(seats).fill(0)
  const played = { strikes: 0, othersStrikes: 0, idle: 0, voided: 0 }
  let [closed, mines, next] = [rules.w * rules.h, rules.mines, 0]
  const shareOfLeague = (paid: readonly number[]) => ({
    share: paid.filter((seat) => who.league.includes(seat)).length / paid.length,
    paid: 1,
  })
  while (standing.length > 1 && closed > 0) {
    const mover = standing[next] ?? 0
    const following = [...standing.slice(next + 1), ...standing.slice(0, next)]
    const awaited = following.toSorted((a, b) => a - b)
    const drawn = new Map<string, boolean>()
    const foresee = (held: readonly number[]): boolean => {
      const key = held.toSorted((a, b) => a - b).join()
      const known = drawn.get(key) ?? random() * closed < mines
      drawn.set(key, known)
      return known
    }
    const isLastStrike = (seat: number) => (silent[seat] ?? 0) >= silentMost - 1
    const held = choose(who, awaited, { mover, isLastStrike, foresee, random })
    if (held === 'void') {
      const all = standing.length === seats ? shuffled(seats, random) : standing
      return { ...played, voided: 1, ...shareOfLeague(all) }
    }
    const { strikes, othersStrikes } = strikesOf(held, who)
    played.strikes += strikes
    played.othersStrikes += othersStrikes
    for (const seat of awaited) silent[seat] = held.includes(seat) ? (silent[seat] ?? 0) + 1 : 0
    const isMine = foresee(held)
    const out = new Set<number>()
    for (const seat of awaited)
      if ((silent[seat] ?? 0) >= silentMost && standing.length - out.size > 1) out.add(seat)
    played.idle += out.size
    if (isMine && standing.length - out.size > 1) out.add(mover)
    closed -= 1
    if (isMine) mines -= 1
    const after = following.find((seat) => !out.has(seat)) ?? mover
    standing = standing.filter((seat) => !out.has(seat))
    next = standing.indexOf(after)
  }
  return { ...played, ...shareOfLeague(standing) }
}

/** What many matches came to, a match where nothing else is said. */
export type Withheld = Omit<Played, 'paid'> & {
  matches: number
  /** Half of the 95 % interval of `share`. */
  half: number
  /** A fair share of the pots. */
  fair: number
  /** What is left of the pots for the house. */
  kept: number
}

/** Plays so many matches of a table; the same `random` gives the same figures. */
export const withhold = (
  table: SimulatedTable,
  who: Withholders,
  { matches, random, play }: { matches: number; random: Random; play: Play },
): Withheld => {
  const sums = { share: 0, paid: 0, strikes: 0, othersStrikes: 0, idle: 0, voided: 0 }
  let squares = 0
  for (let match = 0; match < matches; match += 1) {
    const played = play(table, who, random)
    for (const name of ['share', 'paid', 'strikes', 'othersStrikes', 'idle', 'voided'] as const)
      sums[name] += played[name]
    squares += played.share ** 2
  }
  const share = sums.share / matches
  return {
    matches,
    share,
    half: 1.96 * Math.sqrt(Math.max(0, squares / matches - share ** 2) / matches),
    fair: who.league.length / table.seats,
    kept: 1 - sums.paid / matches,
    strikes: sums.strikes / matches,
    othersStrikes: sums.othersStrikes / matches,
    idle: sums.idle / matches,
    voided: sums.voided / matches,
  }
}

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
  ({ own, isLastStrike, random }) =>
    own.filter((seat) => !isLastStrike(seat) && random() < chance)

/** Holds back as many links as put no one out whenever someone else picks, and none at its own picks. */
export const againstOthers =
  (league: readonly number[]): Strategy =>
  ({ mover, own, isLastStrike }) =>
    league.includes(mover) ? [] : own.filter((seat) => !isLastStrike(seat))

/** Never gives a link: who does so is put out. */
export const never: Strategy = ({ own }) => own

/**
 * Looks at what would be drawn and holds back the fewest links that make it a mine for others and safe for the league, as
 * far as that puts no one out.
 */
export const byForesight =
  (league: readonly number[]): Strategy =>
  ({ mover, own, isLastStrike, foresee }) => {
    if (!foresee) throw new Error('only the house can foresee a draw')
    const wanted = !league.includes(mover)
    if (foresee([]) === wanted) return []
    const free = own.filter((seat) => !isLastStrike(seat))
    return choicesOf(free).find((held) => foresee(held) === wanted) ?? []
  }

/** The house gives no link where a seat that it likes would open a mine. */
export const callsOff =
  (liked: readonly number[]): Strategy =>
  ({ mover, foresee }) =>
    liked.includes(mover) && foresee?.([]) ? 'void' : []
