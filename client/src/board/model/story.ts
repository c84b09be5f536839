import {
  type EventOf,
  type MatchState,
  minesOn,
  type OutReason,
  type VoidReason,
} from '@minefall/shared/game'
import { secondsLeft } from '../../lib/countdown.ts'
import type { Fact } from '../../machines/match/facts.ts'
import { tileName } from './coordinates.ts'
import { silentClue } from './scene.ts'

/** A sentence for the live region: a key of the namespace `board`, what fills it, and how urgent it is. */
export type StoryLine = {
  key: StoryKey
  values: { who: string; at: string; board: number; count: number }
  /** Said at once, breaking in. */
  urgent: boolean
}

export type StoryKey =
  | 'story.sat'
  | 'story.stood'
  | 'story.locked'
  | 'story.started'
  | 'story.safe'
  | 'story.safeByClock'
  | 'story.blind'
  | 'story.blindByClock'
  | 'story.mine'
  | 'story.mineByClock'
  | 'story.silent'
  | 'story.outSilent'
  | `story.out.${OutReason}`
  | 'story.board'
  | 'story.openers'
  | 'story.yourTurn'
  | 'story.turn'
  | 'story.compensated'
  | 'story.back'
  | 'story.won'
  | 'story.youWon'
  | 'story.shared'
  | `story.voided.${VoidReason}`

export type Teller = {
  /** Our seat; null for a watcher. */
  seat: number | null
  nameOf(seat: number): string
  /** The server's clock. */
  now(): number
  /** Several names in one phrase, as the language joins them. */
  listOf(names: readonly string[]): string
}

const line = (key: StoryKey, values: Partial<StoryLine['values']> = {}, urgent = false): StoryLine => ({
  key,
  values: { who: '', at: '', board: 0, count: 0, ...values },
  urgent,
})

const moveKey = ({ by, mine, clue }: EventOf<'TileOpened'>): StoryKey => {
  const byClock = by === 'clock'
  if (mine) return byClock ? 'story.mineByClock' : 'story.mine'
  if (clue === silentClue) return byClock ? 'story.blindByClock' : 'story.blind'
  return byClock ? 'story.safeByClock' : 'story.safe'
}

/** The board with its mines, unless it is the first, and the tiles that the house opened, each with the mines near. */
const boardLines = ({ board, rules }: MatchState, { listOf }: Teller): StoryLine[] => {
  if (!board) return []
  const opened = board.tiles.flatMap((open, tile) =>
    open?.by === 'house' ? [`${tileName(tile, rules.w)} (${open.clue})`] : [],
  )
  return [
    ...(board.board > 0
      ? [line('story.board', { board: board.board + 1, count: minesOn(rules, board.board) })]
      : []),
    ...(opened.length > 0 ? [line('story.openers', { at: listOf(opened) })] : []),
  ]
}

/** Those whose links did not come for a tile of a sealed table. */
const silentLines = ({ silent }: EventOf<'TileOpened'>, { listOf, nameOf }: Teller): StoryLine[] =>
  silent ? [line('story.silent', { who: listOf(silent.map(nameOf)) })] : []

const outLines = (
  { seat, reason }: EventOf<'SeatOut'>,
  { table, turn }: MatchState,
  { nameOf }: Teller,
): StoryLine[] => {
  // The move told of the mine.
  if (reason === 'mine') return []
  const isSilent = reason === 'idle' && turn?.seat !== seat && table[seat]?.silent !== undefined
  return [line(isSilent ? 'story.outSilent' : `story.out.${reason}`, { who: nameOf(seat) })]
}

const turnLine = (
  state: MatchState,
  teller: Teller,
  count = Math.round(state.rules.clockMs / 1000),
): StoryLine[] => {
  if (!state.turn || state.result) return []
  if (state.turn.seat === teller.seat) return [line('story.yourTurn', { count }, true)]
  return [line('story.turn', { who: teller.nameOf(state.turn.seat) })]
}

const resultLine = (state: MatchState, teller: Teller): StoryLine[] => {
  const { result } = state
  if (!result) return []
  if (result.outcome === 'voided') return [line(`story.voided.${result.reason}`)]
  const winners = result.payouts.map(({ seat }) => seat)
  const mine = winners.filter((seat) => seat === teller.seat)
  // We come first: a sentence begins with "You".
  const names = [...mine, ...winners.filter((seat) => seat !== teller.seat)].map(teller.nameOf)
  const who = teller.listOf(names)
  if (result.reason === 'shared') return [line('story.shared', { who })]
  return [mine.length > 0 ? line('story.youWon') : line('story.won', { who })]
}

/** What was missed, in one sentence, the board if it is another one, and whose turn it is now or how it ended. */
const jumpLines = ({ before, state }: Fact, teller: Teller): StoryLine[] => {
  if (before && state.seq <= before.seq) return []
  if (before?.result || (!before && state.phase !== 'playing')) return []
  const missed = before ? state.moves.length - before.moves.length : 0
  const back = missed > 0 ? [line('story.back', { count: missed })] : []
  const isSameTurn = before && before.turn?.turn === state.turn?.turn
  const isNextBoard = !state.result && before?.board?.board !== state.board?.board
  return [
    ...back,
    ...resultLine(state, teller),
    ...(isNextBoard ? boardLines(state, teller) : []),
    // It may have begun a while ago.
    ...(isSameTurn || !state.turn
      ? []
      : turnLine(state, teller, secondsLeft(state.turn.deadline, teller.now()))),
  ]
}

/** What happened, as sentences. Our own turn is urgent. */
export const story = (fact: Fact, teller: Teller): readonly StoryLine[] => {
  const { event, before, state } = fact
  switch (event.type) {
    case 'SeatTaken':
      return [
        line('story.sat', {
          who: teller.nameOf(event.seat),
          count: state.table.filter((seat) => !seat).length,
        }),
      ]
    case 'SeatLeft':
      // No one sits there any more who could be asked for a name.
      return [line('story.stood', { who: before?.table[event.seat]?.player.name ?? '' })]
    case 'Locked':
      return [line('story.locked')]
    case 'Started':
      return [line('story.started', { count: event.order.length })]
    case 'BoardBegun':
      return boardLines(state, teller)
    case 'TileOpened':
      return [
        line(moveKey(event), {
          who: teller.nameOf(event.seat),
          at: tileName(event.tile, state.rules.w),
          count: event.clue === silentClue ? 0 : event.clue,
        }),
        ...silentLines(event, teller),
      ]
    case 'SeatOut':
      return outLines(event, state, teller)
    case 'ClockCompensated': {
      const seconds = Math.max(1, Math.round(event.ms / 1000))
      return state.turn
        ? [line('story.compensated', { who: teller.nameOf(state.turn.seat), count: seconds })]
        : []
    }
    case 'TurnStarted':
      return turnLine(state, teller)
    case 'Settled':
    case 'Voided':
      return resultLine(state, teller)
    case 'Jumped':
      return jumpLines(fact, teller)
    case 'SeedRevealed':
    case 'TilePicked':
    case 'LinkRevealed':
      return []
  }
}
