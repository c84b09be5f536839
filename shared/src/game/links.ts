import { drawKey, drawsMine, type KnownLink, linkFits, noClue } from '../fairness/index.ts'
import type { EventOf } from './events.ts'
import type { MatchState, PickState, SeatState } from './state.ts'
import { isIn } from './turn-order.ts'

/** How long the links of a pick may take, in milliseconds from the pick; then the draw goes on without those missing. */
export const linkMs = 1_500
/** So many picks of others in a row without a link put a seat out. */
export const silentMost = 2

/** What the next link of a seat must lead back to: its last one, or the end of its chain. Null at tables without chains. */
export const knownLink = ({ chain, link }: Pick<SeatState, 'chain' | 'link'>): KnownLink | null =>
  link ?? (chain === undefined ? null : { turn: -1, link: chain })

/** As `knownLink`, of the house. */
export const knownHouseLink = ({ serverChain, houseLink }: MatchState): KnownLink | null =>
  houseLink ?? (serverChain === undefined ? null : { turn: -1, link: serverChain })

export const fits = (link: string | undefined, turn: number, known: KnownLink | null): link is string =>
  link !== undefined && known !== null && linkFits(link, turn, known)

/** The seats whose links a pick still waits for, ascending: all that are in, but the mover. */
export const awaitedSeats = ({ table }: MatchState, { seat: mover, links }: PickState): number[] =>
  table.flatMap((one) =>
    isIn(one) && one.seat !== mover && !links.some(({ seat }) => seat === one.seat) ? [one.seat] : [],
  )

/** Until when the links of a pick are waited for, by the clock of the match's owner. */
export const linksBy = ({ at }: Pick<PickState, 'at'>): number => at + linkMs

/** Whether the pick is a mine, by the links that came and the house's, hex. Throws where nothing was locked or dealt. */
export const isDrawnMine = (
  { board, lock, rules, matchId }: MatchState,
  pick: PickState,
  houseLink: string,
): boolean => {
  if (!board || !lock) throw new Error(`match ${matchId} has no board to draw for`)
  const closed = board.tiles.filter((tile) => tile === null).length
  const opened = board.tiles.filter((tile) => tile?.mine).length
  return drawsMine(drawKey(houseLink, lock.lockHash, pick), { closed, mines: rules.mines - opened })
}

const withLink = (taken: SeatState, turn: number, link: string): SeatState => ({
  ...taken,
  link: { turn, link },
})

/** The parts of a match that a pick changes. */
export const foldPick = (state: MatchState, event: EventOf<'TilePicked'>): Partial<MatchState> => {
  const { turn, seat, tile, by, at, link } = event
  const mover = state.table[seat]
  if (!mover || state.turn?.turn !== turn)
    throw new Error(`no pick of seat ${seat} in turn ${turn} can follow in match ${state.matchId}`)
  const pick = { turn, seat, tile, by, at, links: link === undefined ? [] : [{ seat, link }] }
  return link === undefined ? { pick } : { pick, table: state.table.with(seat, withLink(mover, turn, link)) }
}

/** The parts of a match that a link changes. */
export const foldLink = (state: MatchState, event: EventOf<'LinkRevealed'>): Partial<MatchState> => {
  const { pick, table } = state
  const { turn, seat, link } = event
  const taken = table[seat]
  if (!taken || pick?.turn !== turn)
    throw new Error(`no link of seat ${seat} for turn ${turn} can follow in match ${state.matchId}`)
  const { silent: _heard, ...rest } = taken
  return {
    pick: { ...pick, links: [...pick.links, { seat, link }] },
    table: table.with(seat, withLink(rest, turn, link)),
  }
}

/** What the draw of a picked tile changes besides the tile: the house's link, and who was silent. */
export const foldDraw = (
  state: MatchState,
  table: MatchState['table'],
  { turn, link, silent = [] }: EventOf<'TileOpened'>,
): Partial<MatchState> => {
  if (link === undefined) return { table }
  if (state.pick?.turn !== turn)
    throw new Error(`nothing is picked in turn ${turn} of match ${state.matchId}`)
  return {
    pick: null,
    houseLink: { turn, link },
    table: table.map((one) =>
      one && silent.includes(one.seat) ? { ...one, silent: (one.silent ?? 0) + 1 } : one,
    ),
  }
}

/** The closed board of a sealed match, which has no leaves: nothing lies under its tiles yet. */
export const sealedBoard = ({ rules: { w, h } }: MatchState) => ({
  board: 0,
  root: '',
  leaves: [],
  tiles: Array.from({ length: w * h }, () => null),
})

/** A tile that was drawn shows no clue and opens no leaf. */
export const drawnClue = noClue
