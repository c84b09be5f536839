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
import { type BoardState, bearsOut, type MatchState, type Rules } from '@minefall/shared/game'
import { checkDraw, type DrawClaim, drawClaimsOf } from './draws.ts'
import type { Fact } from './facts.ts'
import type { Secrets } from './secrets.ts'

/** A statement of the server that can be checked. */
export type Claim =
  | { kind: 'board'; rules: Rules; board: { root: string; leaves: readonly string[] } }
  /** `turn` is that of the tile; null for one that the house opened. */
  | { kind: 'tile'; leaves: readonly string[]; leaf: Leaf; turn: number | null }
  | DrawClaim
  /** `boards` are those that were seen, the last one among them. */
  | { kind: 'end'; state: MatchState; boards: readonly BoardState[] }

/** Why a check failed; `proof.<reason>` is its text. */
export type ProofReason =
  | 'lock'
  | 'board'
  | 'tile'
  | 'link'
  | 'draw'
  | 'seeds'
  | 'order'
  | 'layout'
  | 'clock'
  | 'reason'
  | 'receipt'
  | 'signature'

/** Whether the match started before it ended: only then were boards dealt. */
const hasStarted = (state: MatchState) => state.order.length > 0

/** The claims of a fact. `boards` are those that were seen so far, that of the fact among them. */
export const claimsOf = (fact: Fact, boards: readonly BoardState[]): Claim[] => {
  const { event, state } = fact
  const { board } = state
  const end: Claim[] = state.result && hasStarted(state) ? [{ kind: 'end', state, boards }] : []
  if (state.rules.sealed) return [...drawClaimsOf(fact), ...end]
  switch (event.type) {
    case 'BoardBegun':
      return claimsOfBoard(state)
    case 'TileOpened':
      return board ? [{ kind: 'tile', leaves: board.leaves, leaf: event, turn: event.turn }] : []
    case 'Settled':
    case 'Voided':
      return end
    case 'Jumped':
      return [...claimsOfBoard(state), ...end]
    case 'SeatTaken':
    case 'SeatLeft':
    case 'Locked':
    case 'SeedRevealed':
    case 'TilePicked':
    case 'LinkRevealed':
    case 'Started':
    case 'TurnStarted':
    case 'SeatOut':
    case 'ClockCompensated':
      return []
  }
}

/** The turns whose tiles are checked with a claim. The end derives every tile again but those that were drawn. */
export const turnsOf = (claim: Claim): readonly number[] => {
  switch (claim.kind) {
    case 'tile':
      return claim.turn === null ? [] : [claim.turn]
    case 'draw':
      return [claim.turn]
    case 'end':
      return claim.state.rules.sealed ? [] : claim.state.moves.map(({ turn }) => turn)
    case 'board':
    case 'link':
      return []
  }
}

/** The claims of the board that is played: its leaves, and the tiles that are open on it. */
const claimsOfBoard = ({ board, rules }: MatchState): Claim[] => {
  if (!board) return []
  const { leaves, tiles } = board
  const open = tiles.flatMap((opened, tile): Claim[] =>
    opened
      ? [{ kind: 'tile', leaves, leaf: { ...opened, board: board.board, tile }, turn: opened.turn }]
      : [],
  )
  return [{ kind: 'board', rules, board }, ...open]
}

type Seated = { ref: string; commit: string; chain?: string | undefined }
const seatsOf = (state: MatchState): Seated[] =>
  state.table.flatMap((seat) => (seat ? [{ ref: seat.ref, commit: seat.commit, chain: seat.chain }] : []))

const lockHolds = (state: MatchState): boolean =>
  state.lock !== null &&
  lockHash(lockDocument({ ...state, prevLog: state.lock.prevLog, seats: seatsOf(state) })) ===
    state.lock.lockHash

/**
 * Checks a lock before the seed is revealed: the document hashes to the published hash, our commitment and chain are at
 * our seat, and the server's are those shown before we sat. Null if it holds.
 */
export const checkLock = (state: MatchState, seat: number, secrets: Secrets): ProofReason | null => {
  const ours = state.table[seat]
  if (ours?.ref !== secrets.ref || ours.commit !== secrets.commit) return 'lock'
  if (ours.chain !== secrets.chain?.end) return 'lock'
  if (secrets.serverChain !== undefined && secrets.serverChain !== state.serverChain) return 'lock'
  if (secrets.serverCommit !== null && secrets.serverCommit !== state.serverCommit) return 'lock'
  return lockHolds(state) ? null : 'lock'
}

/**
 * Checks the end of a match that never started: the opened seed and those revealed are the ones committed to, the lock
 * is what was agreed, the reason is borne out, and our seed is not called missing although we have a receipt for it. Null
 * if all of it holds.
 */
export const checkUnplayed = (
  state: MatchState,
  seat: number | null,
  secrets: Secrets | null,
): ProofReason | null => {
  const { matchId, result, lock, table } = state
  if (!result || hasStarted(state)) return null
  if (serverCommit(matchId, result.serverSeed) !== state.serverCommit) return 'seeds'
  const isRevealed = (taken: MatchState['table'][number]) =>
    !taken?.seed || playerCommit(matchId, taken.ref, taken.seed) === taken.commit
  if (!table.every(isRevealed)) return 'seeds'
  if (lock && !lockHolds(state)) return 'lock'
  if (result.outcome !== 'voided' || !bearsOut(state, result.reason)) return 'reason'
  const ours = seat === null ? null : table[seat]
  const isDenied = ours && ours.ref === secrets?.ref && secrets.receipt && ours.seed === undefined
  return isDenied && result.reason === 'seed-missing' ? 'receipt' : null
}

/** Found step by step, so that a frame can come between two; null when what is claimed holds. */
type Check = Generator<undefined, ProofReason | null>

/**
 * Derives the whole match again from its opened seeds and compares every move, and the boards that were seen, with it.
 * Pauses before each board.
 */
function* checkEnd(state: MatchState, boards: readonly BoardState[]): Check {
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
  const opened = new Set<string>()
  for (const number of new Set([...boards, ...state.moves].map(({ board }) => board))) {
    yield
    const openers = dealer.openers(number)
    for (const tile of openers) opened.add(`${number}/${tile}`)
    const seen = boards.find(({ board }) => board === number)
    // At a sealed table nothing was dealt: each tile was drawn, and checked, when it was picked.
    if (!seen || rules.sealed) continue
    if (dealer.board(number).root !== seen.root) return 'layout'
    if (seen.tiles.some((open, tile) => (open?.by === 'house') !== openers.includes(tile))) return 'layout'
  }
  yield
  for (const { board, tile, mine, clue, by, turn } of state.moves) {
    const dealt = rules.sealed ? { mine, clue } : dealer.tile(board, tile)
    if (dealt.mine !== mine || dealt.clue !== clue) return 'layout'
    const isClosed = (other: number) => !opened.has(`${board}/${other}`)
    if (!isClosed(tile)) return 'layout'
    if (by === 'clock' && dealer.auto(board, turn, isClosed) !== tile) return 'clock'
    opened.add(`${board}/${tile}`)
  }
  return null
}

/** Checks one claim. */
export function* checkClaim(claim: Claim): Check {
  try {
    switch (claim.kind) {
      case 'board':
        return verifyBoard(claim.rules, claim.board) ? null : 'board'
      case 'tile':
        return verifyTile(claim.leaves, claim.leaf) ? null : 'tile'
      case 'link':
      case 'draw':
        return checkDraw(claim)
      case 'end':
        return yield* checkEnd(claim.state, claim.boards)
    }
  } catch {
    // What can't even be computed proves nothing.
    return 'layout'
  }
}
