import type { KnownLink } from '../fairness/index.ts'
import type { Coins, MatchHeader, MatchId } from '../rules/index.ts'
import type { GameEvent, OutReason, PlayerView, VoidReason } from './events.ts'

/** An opened tile. */
export type OpenTile = {
  mine: boolean
  /** Mined neighbors, 0–8; 255 for a mine and on blind tables. */
  clue: number
  /** Absent at sealed tables, as all that a link does is at others. */
  salt?: string | undefined
} & ({ by: 'hand' | 'clock'; seat: number; turn: number } | { by: 'house'; seat: null; turn: null })

/** The board being played. Tile number = y·w + x; `null` is a closed tile. */
export type BoardState = {
  board: number
  root: string
  leaves: readonly string[]
  tiles: readonly (OpenTile | null)[]
}

export type SeatState = {
  seat: number
  ref: string
  commit: string
  /** The end of its chain, and its last link. */
  chain?: string
  link?: KnownLink
  /** Picks of others in a row for which no link came; absent where that is none. */
  silent?: number
  player: PlayerView
  /** The account behind the seat; absent in every view. */
  holder?: string
  /** Public from the lock on, once revealed. */
  seed?: string
  /** Turns in a row that the clock decided. */
  idleTurns: number
  /** Set when the seat is out. */
  out?: { reason: OutReason; place: number; turn: number }
}

/** A tile that was picked and is not drawn yet, with the links that have come, the mover's first. */
export type PickState = {
  turn: number
  seat: number
  tile: number
  by: 'hand' | 'clock'
  at: number
  links: readonly { seat: number; link: string }[]
}

export type TurnState = { turn: number; seat: number; at: number; deadline: number }

/** One line of the list of moves. */
export type Move = {
  turn: number
  seat: number
  board: number
  tile: number
  mine: boolean
  clue: number
  by: 'hand' | 'clock'
}

export type MatchResult =
  | {
      outcome: 'settled'
      reason: 'won' | 'shared'
      payouts: readonly { seat: number; amount: Coins }[]
      rake: Coins
      serverSeed: string
      at: number
    }
  | {
      outcome: 'voided'
      reason: VoidReason
      payouts: readonly { seat: number; amount: Coins }[]
      serverSeed: string
      next?: string
      at: number
    }

export type Phase = 'gathering' | 'locking' | 'playing' | 'settled' | 'voided'

/** A match, whole. JSON all through: a snapshot on the wire is this value. */
export type MatchState = MatchHeader & {
  phase: Phase
  /** Events folded so far; the sequence number of the last one. */
  seq: number
  /** One entry a seat, by seat number; `null` is an empty seat. */
  table: readonly (SeatState | null)[]
  lock: { at: number; prevLog: string; lockHash: string; revealBy: number } | null
  /** Seats in the order of their turns; empty until started. */
  order: readonly number[]
  board: BoardState | null
  turn: TurnState | null
  /** At sealed tables alone: what is picked, and the house's last link. */
  pick?: PickState | null
  houseLink?: KnownLink
  moves: readonly Move[]
  /** Turns decided by a player's own hand since the start. */
  handMoves: number
  /** Clock compensation given so far in this match, in milliseconds. */
  compensatedMs: number
  result: MatchResult | null
}

/** What may be asked of a match. `at` is the owner's clock in milliseconds; it is never read here. */
export type Command =
  | {
      type: 'sit'
      at: number
      ref: string
      commit: string
      chain?: string | undefined
      player: PlayerView
      holder?: string
    }
  | { type: 'stand'; at: number; seat: number; reason: 'left' | 'absent' }
  | { type: 'lock'; at: number; prevLog: string; lockHash: string; revealMs: number }
  | { type: 'reveal'; at: number; seat: number; seed: string }
  | { type: 'start'; at: number }
  | { type: 'open'; at: number; seat: number; turn: number; tile: number; link?: string | undefined }
  | { type: 'link'; at: number; seat: number; turn: number; link: string }
  | { type: 'draw'; at: number; turn: number; link: string }
  | { type: 'leave'; at: number; seat: number }
  | { type: 'expire'; at: number; turn: number }
  | { type: 'compensate'; at: number; turn: number; ms: number; cause: 'restart' | 'edge' | 'storage' }
  | { type: 'void'; at: number; reason: VoidReason; serverSeed: string; next?: MatchId }

/** Why a command was refused; a body code of `shared/contracts` names each. */
export type Refusal =
  | 'wrong-phase'
  | 'table-full'
  | 'already-seated'
  | 'ref-taken'
  | 'not-seated'
  | 'wrong-seed'
  | 'wrong-chain'
  | 'wrong-link'
  | 'already-revealed'
  | 'not-ready'
  | 'not-your-turn'
  | 'stale-turn'
  | 'no-such-tile'
  | 'tile-open'
  | 'already-picked'
  | 'already-out'
  | 'compensation-spent'

export type Decision = { ok: true; events: readonly GameEvent[] } | { ok: false; refusal: Refusal }
