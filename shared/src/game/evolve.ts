import type { MatchHeader } from '../rules/index.ts'
import type { EventOf, GameEvent } from './events.ts'
import { foldDraw, foldLink, foldPick, sealedBoard } from './links.ts'
import type { BoardState, MatchState, Move, OpenTile, SeatState } from './state.ts'

/** The lists that grow with each tile, of one who folds a match's only copy: they are changed where they are. */
export type OwnLists = { tiles: (OpenTile | null)[]; moves: Move[] }

/** A match with its header and nothing else: gathering, all seats empty, sequence number 0. */
export const initialState = (header: MatchHeader): MatchState => ({
  matchId: header.matchId,
  gameId: header.gameId,
  asset: header.asset,
  stake: header.stake,
  seats: header.seats,
  rules: header.rules,
  serverCommit: header.serverCommit,
  ...(header.serverChain === undefined ? {} : { serverChain: header.serverChain, pick: null }),
  phase: 'gathering',
  seq: 0,
  table: Array.from({ length: header.seats }, () => null),
  lock: null,
  order: [],
  board: null,
  turn: null,
  moves: [],
  handMoves: 0,
  compensatedMs: 0,
  result: null,
})

/** Throws when no one sits there: such an event was never decided for this match. */
const changeSeat = (
  state: MatchState,
  seat: number,
  change: (taken: SeatState) => SeatState,
): MatchState['table'] => {
  const taken = state.table[seat]
  if (!taken) throw new Error(`seat ${seat} of match ${state.matchId} is empty`)
  const changed = change(taken)
  return changed === taken ? state.table : state.table.with(seat, changed)
}

const openTile = (
  state: MatchState,
  event: EventOf<'TileOpened'>,
  own: OwnLists | null,
): Partial<MatchState> => {
  const { board } = state
  if (!board || board.board !== event.board || board.tiles[event.tile] !== null)
    throw new Error(`tile ${event.tile} of board ${event.board} in match ${state.matchId} is not closed`)
  const { mine, clue, seat, turn, by, salt, tile } = event
  const opened: OpenTile =
    salt === undefined ? { mine, clue, seat, turn, by } : { mine, clue, seat, turn, by, salt }
  const move: Move = { turn, seat, board: event.board, tile, mine, clue, by }
  const table = changeSeat(state, seat, (taken) => {
    const idleTurns = by === 'hand' ? 0 : taken.idleTurns + 1
    return idleTurns === taken.idleTurns ? taken : { ...taken, idleTurns }
  })
  const changed = {
    ...foldDraw(state, table, event),
    handMoves: state.handMoves + (by === 'hand' ? 1 : 0),
  }
  if (own === null)
    return {
      ...changed,
      board: { ...board, tiles: board.tiles.with(tile, opened) },
      moves: [...state.moves, move],
    }
  own.tiles[tile] = opened
  own.moves.push(move)
  return { ...changed, moves: own.moves }
}

const ownBoard = (
  board: Omit<BoardState, 'tiles'> & Pick<OwnLists, 'tiles'>,
  own: OwnLists | null,
): BoardState => {
  if (own) own.tiles = board.tiles
  return board
}

const closedBoard = (state: MatchState, event: EventOf<'BoardBegun'>, own: OwnLists | null): BoardState => {
  const tiles: OwnLists['tiles'] = Array.from({ length: state.rules.w * state.rules.h }, () => null)
  for (const { tile, clue, salt } of event.openers ?? [])
    tiles[tile] = { mine: false, clue, seat: null, turn: null, by: 'house', salt }
  return ownBoard({ board: event.board, root: event.root, leaves: event.leaves, tiles }, own)
}

/** No turn goes on, and nothing picked is drawn any more. */
const ended = ({ pick }: MatchState): Partial<MatchState> =>
  pick ? { turn: null, pick: null } : { turn: null }

const change = (state: MatchState, event: GameEvent, own: OwnLists | null): Partial<MatchState> => {
  switch (event.type) {
    case 'SeatTaken': {
      const { seat, ref, commit, chain, player, holder } = event
      const fresh: SeatState = { seat, ref, commit, player, idleTurns: 0 }
      const taken = chain === undefined ? fresh : { ...fresh, chain }
      return { table: state.table.with(seat, holder === undefined ? taken : { ...taken, holder }) }
    }
    case 'SeatLeft':
      return { table: state.table.with(event.seat, null) }
    case 'Locked': {
      const { at, prevLog, lockHash, revealBy } = event
      return { phase: 'locking', lock: { at, prevLog, lockHash, revealBy } }
    }
    case 'SeedRevealed':
      return { table: changeSeat(state, event.seat, (taken) => ({ ...taken, seed: event.seed })) }
    case 'Started':
      return state.rules.sealed
        ? { phase: 'playing', order: event.order, board: ownBoard(sealedBoard(state), own) }
        : { phase: 'playing', order: event.order }
    case 'BoardBegun':
      return { board: closedBoard(state, event, own) }
    case 'TurnStarted': {
      const { turn, seat, at, deadline } = event
      return { turn: { turn, seat, at, deadline } }
    }
    case 'TilePicked':
      return foldPick(state, event)
    case 'LinkRevealed':
      return foldLink(state, event)
    case 'TileOpened':
      return openTile(state, event, own)
    case 'SeatOut': {
      const out = { reason: event.reason, place: event.place, turn: state.turn?.turn ?? 0 }
      return { table: changeSeat(state, event.seat, (taken) => ({ ...taken, out })) }
    }
    case 'ClockCompensated':
      return {
        turn: state.turn && { ...state.turn, deadline: event.deadline },
        compensatedMs: state.compensatedMs + event.ms,
      }
    case 'Settled': {
      const { reason, payouts, rake, serverSeed, at } = event
      return {
        phase: 'settled',
        ...ended(state),
        result: { outcome: 'settled', reason, payouts, rake, serverSeed, at },
      }
    }
    case 'Voided': {
      const { reason, payouts, serverSeed, at, next } = event
      const result = { outcome: 'voided', reason, payouts, serverSeed, at } as const
      return {
        phase: 'voided',
        ...ended(state),
        result: next === undefined ? result : { ...result, next },
      }
    }
  }
}

/**
 * The match after one more event. `state` stays as it is; what did not change is shared with it. Throws for an event
 * that cannot follow on this state (an opened tile opened again, a seat no one sits on): a fold that throws means
 * that the journal or the copy is damaged, never that a player did something wrong.
 */
export const evolve = (state: MatchState, event: GameEvent): MatchState => ({
  ...state,
  ...change(state, event, null),
  seq: state.seq + 1,
})

/**
 * As `evolve`, where `own` holds the lists of this very match since its first event: the states before are not to be used
 * any more, as their boards and moves are those of the state that comes back. A host of a thousand matches has no new list
 * of tiles for each move, which its garbage collector would have to copy.
 */
export const evolveOwn = (state: MatchState, event: GameEvent, own: OwnLists): MatchState => ({
  ...state,
  ...change(state, event, own),
  seq: state.seq + 1,
})

/** Folds events in order, oldest first. */
export const foldEvents = (state: MatchState, events: Iterable<GameEvent>): MatchState => {
  let folded = state
  for (const event of events) folded = evolve(folded, event)
  return folded
}
