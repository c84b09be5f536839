import { type Dealer, deal } from '../fairness/index.ts'
import {
  type Command,
  canonicalEvent,
  decide,
  evolve,
  type GameEvent,
  initialState,
  type MatchHeader,
  type MatchState,
} from '../game/index.ts'

/** The command that becomes this event and those that follow from it; null where no command begins with it. */
const commandOf = (state: MatchState, event: GameEvent): Command | null => {
  const { at } = event
  switch (event.type) {
    case 'SeatTaken': {
      const { ref, commit, chain, player } = event
      return { type: 'sit', at, ref, commit, chain, player }
    }
    case 'SeatLeft':
      return { type: 'stand', at, seat: event.seat, reason: event.reason }
    case 'Locked': {
      const { prevLog, lockHash, revealBy } = event
      return { type: 'lock', at, prevLog, lockHash, revealMs: revealBy - at }
    }
    case 'SeedRevealed':
      return { type: 'reveal', at, seat: event.seat, seed: event.seed }
    case 'Started':
      return { type: 'start', at }
    case 'TilePicked': {
      const { by, seat, turn, tile, link } = event
      return by === 'hand' ? { type: 'open', at, seat, turn, tile, link } : { type: 'expire', at, turn }
    }
    case 'LinkRevealed': {
      const { seat, turn, link } = event
      return { type: 'link', at, seat, turn, link }
    }
    case 'TileOpened': {
      const { by, seat, turn, tile, link } = event
      if (link !== undefined) return { type: 'draw', at, turn, link }
      return by === 'hand' ? { type: 'open', at, seat, turn, tile } : { type: 'expire', at, turn }
    }
    case 'SeatOut':
      return event.reason === 'left'
        ? { type: 'leave', at, seat: event.seat }
        : { type: 'expire', at, turn: state.turn?.turn ?? 0 }
    case 'ClockCompensated': {
      const { turn, ms, cause } = event
      return { type: 'compensate', at, turn, ms, cause }
    }
    case 'Voided': {
      const { reason, serverSeed, next } = event
      if (reason === 'idle') return { type: 'expire', at, turn: state.turn?.turn ?? 0 }
      return { type: 'void', at, reason, serverSeed, ...(next === undefined ? {} : { next }) }
    }
    case 'BoardBegun':
    case 'TurnStarted':
    case 'Settled':
      return null
  }
}

/** Whether no clock struck early: turns end no sooner than their deadline, and seeds are missing no sooner than `revealBy`. */
const isInTime = ({ lock, turn }: MatchState, command: Command): boolean => {
  if (command.type === 'expire') return turn === null || command.at >= turn.deadline
  if (command.type === 'void' && command.reason === 'seed-missing')
    return lock === null || command.at >= lock.revealBy
  return true
}

/** The dealer that follows from the seeds of a match that is about to start; undefined where one is missing. */
export const dealerOf = ({ table, lock, rules }: MatchState, serverSeed: string): Dealer | undefined => {
  const players = table.flatMap((seat) => (seat?.seed ? [{ ref: seat.ref, seed: seat.seed }] : []))
  return lock && players.length === table.length
    ? deal({ rules, serverSeed, lockHash: lock.lockHash, players })
    : undefined
}

export type Replayed = {
  /** After the last event that holds. */
  state: MatchState
  /** The number, from 1, of the first event that the rules and the seeds don't lead to; null if there is none. */
  wrong: number | null
}

/**
 * Plays a match again by the rules: each event must be what its command becomes, to the byte. `serverSeed` is the one
 * opened at the end.
 */
export const replay = (header: MatchHeader, events: readonly GameEvent[], serverSeed: string): Replayed => {
  let state = initialState(header)
  let dealer: Dealer | undefined
  let due: readonly GameEvent[] = []
  for (const [index, event] of events.entries()) {
    const wrong = { state, wrong: index + 1 }
    try {
      if (due.length === 0) {
        if (event.type === 'Started') dealer = dealerOf(state, serverSeed)
        const command = commandOf(state, event)
        if (!command || !isInTime(state, command)) return wrong
        const decision = decide(state, command, dealer)
        if (!decision.ok) return wrong
        due = decision.events
      }
      const [expected, ...rest] = due
      if (!expected || canonicalEvent(expected) !== canonicalEvent(event)) return wrong
      state = evolve(state, event)
      due = rest
    } catch {
      // What can't be computed follows from nothing.
      return wrong
    }
  }
  return { state, wrong: due.length > 0 || !state.result ? events.length + 1 : null }
}
