import type { DeskMatchDetail, DeskMatchEvent } from '@minefall/shared/contracts/desk'
import type { GameEvent } from '@minefall/shared/game'

/** Clues of mines and of blind tables, which tell nothing. */
const noClue = 255

const nothing = {
  seat: null,
  turn: null,
  board: null,
  tile: null,
  mine: null,
  clue: null,
  why: null,
  ms: null,
  openers: [],
}

/** What differs from one kind of event to another. Seeds, salts and commitments are named nowhere here. */
const ownOf = (event: GameEvent, isOver: boolean): Partial<DeskMatchEvent> => {
  switch (event.type) {
    case 'SeatTaken':
    case 'SeedRevealed':
      return { seat: event.seat }
    case 'SeatLeft':
    case 'SeatOut':
      return { seat: event.seat, why: event.reason }
    case 'BoardBegun':
      return { board: event.board, openers: (event.openers ?? []).map(({ tile }) => tile) }
    case 'TurnStarted':
      return { seat: event.seat, turn: event.turn }
    case 'TilePicked': {
      const { seat, turn, tile, by: why } = event
      return { seat, turn, tile, why }
    }
    case 'LinkRevealed':
      return { seat: event.seat, turn: event.turn }
    case 'TileOpened': {
      const { seat, turn, board, tile, mine, clue, by: why } = event
      return { seat, turn, board, tile, mine, why, clue: isOver && clue !== noClue ? clue : null }
    }
    case 'ClockCompensated':
      return { turn: event.turn, ms: event.ms, why: event.cause }
    case 'Settled':
    case 'Voided':
      return { why: event.reason }
    case 'Locked':
    case 'Started':
      return {}
  }
}

/** An event as staff see it, by its number: null for one that can't be read. */
export const viewMatchEvent = (event: GameEvent | null, seq: number, isOver: boolean): DeskMatchEvent =>
  event
    ? { seq, at: event.at, type: event.type, ...nothing, ...ownOf(event, isOver) }
    : { seq, at: null, type: 'unreadable', ...nothing }

/** The clock that runs after these events; null where none does. */
export const clockAfter = (events: readonly (GameEvent | null)[]): DeskMatchDetail['clock'] => {
  let clock: DeskMatchDetail['clock'] = null
  let compensatedMs = 0
  for (const event of events) {
    if (event?.type === 'TurnStarted') {
      const { turn, seat, deadline } = event
      clock = { turn, seat, deadline, compensatedMs }
    }
    if (event?.type === 'ClockCompensated') {
      compensatedMs += event.ms
      if (clock) clock = { ...clock, deadline: event.deadline, compensatedMs }
    }
    if (event?.type === 'Settled' || event?.type === 'Voided') clock = null
  }
  return clock
}

/** How a match ended; null while it lives. */
export const resultOf = (events: readonly (GameEvent | null)[]): DeskMatchDetail['result'] => {
  const end = events.find((event) => event?.type === 'Settled' || event?.type === 'Voided')
  if (end?.type === 'Settled') return { why: end.reason, payouts: end.payouts, rake: end.rake, next: null }
  if (end?.type === 'Voided')
    return { why: end.reason, payouts: end.payouts, rake: '0', next: end.next ?? null }
  return null
}

/** What a match that is over may be verified by; null while it lives, whatever of it is public by then. */
export const proofOf = (
  events: readonly (GameEvent | null)[],
  serverCommit: string,
): DeskMatchDetail['proof'] => {
  const end = events.find((event) => event?.type === 'Settled' || event?.type === 'Voided')
  if (end?.type !== 'Settled' && end?.type !== 'Voided') return null
  const seeds = new Map<number, NonNullable<DeskMatchDetail['proof']>['seeds'][number]>()
  const boards: { board: number; root: string }[] = []
  let lockHash: string | null = null
  for (const event of events) {
    if (event?.type === 'SeatTaken')
      seeds.set(event.seat, { seat: event.seat, ref: event.ref, commit: event.commit, seed: null })
    if (event?.type === 'SeatLeft') seeds.delete(event.seat)
    const own = event?.type === 'SeedRevealed' ? seeds.get(event.seat) : undefined
    if (event?.type === 'SeedRevealed' && own) seeds.set(event.seat, { ...own, seed: event.seed })
    if (event?.type === 'BoardBegun') boards.push({ board: event.board, root: event.root })
    if (event?.type === 'Locked') lockHash = event.lockHash
  }
  return { serverCommit, serverSeed: end.serverSeed, lockHash, seeds: [...seeds.values()], boards }
}
