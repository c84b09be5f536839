import {
  deal,
  type Leaf,
  lockDocument,
  lockHash,
  playerCommit,
  serverCommit,
  verifyBoard,
  verifyTile,
} from '@minefall/shared/fairness'
import type { MatchState, Rules } from '@minefall/shared/game'
import type { Fact } from './facts.ts'
import type { Secrets } from './secrets.ts'

/** A statement of the server that can be checked. */
export type Claim =
  | { kind: 'board'; rules: Rules; board: { root: string; leaves: readonly string[] } }
  | { kind: 'tile'; leaves: readonly string[]; leaf: Leaf }
  | { kind: 'end'; state: MatchState }

/** Why a check failed; `proof.<reason>` is its text. */
export type ProofReason = 'lock' | 'board' | 'tile' | 'seeds' | 'order' | 'layout' | 'clock'

/** Whether the match started before it ended: only then were boards dealt. */
const hasStarted = (state: MatchState) => state.order.length > 0

/** The claims of a fact. */
export const claimsOf = ({ event, state }: Fact): Claim[] => {
  const { board, rules } = state
  switch (event.type) {
    case 'BoardBegun':
      return [{ kind: 'board', rules, board: event }]
    case 'TileOpened':
      return board ? [{ kind: 'tile', leaves: board.leaves, leaf: event }] : []
    case 'Settled':
    case 'Voided':
      return hasStarted(state) ? [{ kind: 'end', state }] : []
    case 'Jumped':
      return claimsOfState(state)
    case 'SeatTaken':
    case 'SeatLeft':
    case 'Locked':
    case 'SeedRevealed':
    case 'Started':
    case 'TurnStarted':
    case 'SeatOut':
    case 'ClockCompensated':
      return []
  }
}

/** The claims of a whole state: its board, the open tiles on it, and its end. */
const claimsOfState = (state: MatchState): Claim[] => {
  const { board, rules } = state
  const boards: Claim[] = board ? [{ kind: 'board', rules, board }] : []
  const tiles = (board?.tiles ?? []).flatMap((open, tile): Claim[] =>
    open && board
      ? [{ kind: 'tile', leaves: board.leaves, leaf: { ...open, board: board.board, tile } }]
      : [],
  )
  const end: Claim[] = state.result && hasStarted(state) ? [{ kind: 'end', state }] : []
  return [...boards, ...tiles, ...end]
}

type Seated = { ref: string; commit: string }
const seatsOf = (state: MatchState): Seated[] =>
  state.table.flatMap((seat) => (seat ? [{ ref: seat.ref, commit: seat.commit }] : []))

const lockHolds = (state: MatchState): boolean =>
  state.lock !== null &&
  lockHash(lockDocument({ ...state, prevLog: state.lock.prevLog, seats: seatsOf(state) })) ===
    state.lock.lockHash

/**
 * Checks a lock before the seed is revealed: the document hashes to the published hash, our commitment is at our
 * seat, and the server's is the one shown before we sat. Null if it holds.
 */
export const checkLock = (state: MatchState, seat: number, secrets: Secrets): ProofReason | null => {
  const ours = state.table[seat]
  if (ours?.ref !== secrets.ref || ours.commit !== secrets.commit) return 'lock'
  if (secrets.serverCommit !== null && secrets.serverCommit !== state.serverCommit) return 'lock'
  return lockHolds(state) ? null : 'lock'
}

/** Derives the whole match again from its opened seeds and compares every move with it. */
const checkEnd = (state: MatchState): ProofReason | null => {
  const { result, lock, matchId, rules } = state
  if (!result || !lock || !lockHolds(state)) return 'lock'
  if (serverCommit(matchId, result.serverSeed) !== state.serverCommit) return 'seeds'
  const players = state.table.flatMap((seat) =>
    seat?.seed === undefined ? [] : [{ ...seat, seed: seat.seed }],
  )
  if (players.length !== state.seats) return 'seeds'
  if (players.some(({ ref, seed, commit }) => playerCommit(matchId, ref, seed) !== commit)) return 'seeds'

  const dealer = deal({ rules, serverSeed: result.serverSeed, lockHash: lock.lockHash, players })
  if (dealer.order.join() !== state.order.join()) return 'order'
  if (state.board && dealer.board(state.board.board).root !== state.board.root) return 'layout'
  const opened = new Set<string>()
  for (const { board, tile, mine, clue, by, turn } of state.moves) {
    const dealt = dealer.tile(board, tile)
    if (dealt.mine !== mine || dealt.clue !== clue) return 'layout'
    const isClosed = (other: number) => !opened.has(`${board}/${other}`)
    if (by === 'clock' && dealer.auto(board, turn, isClosed) !== tile) return 'clock'
    opened.add(`${board}/${tile}`)
  }
  return null
}

/** Checks one claim: null when it holds. */
export const checkClaim = (claim: Claim): ProofReason | null => {
  try {
    switch (claim.kind) {
      case 'board':
        return verifyBoard(claim.rules, claim.board) ? null : 'board'
      case 'tile':
        return verifyTile(claim.leaves, claim.leaf) ? null : 'tile'
      case 'end':
        return checkEnd(claim.state)
    }
  } catch {
    // What can't even be computed proves nothing.
    return 'layout'
  }
}
