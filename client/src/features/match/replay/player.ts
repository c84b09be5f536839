import {
  evolve,
  type GameEvent,
  initialState,
  type MatchHeader,
  type MatchState,
} from '@minefall/shared/game'
import { createActor, fromTransition } from 'xstate'
import { type Fact, jumped } from '../../../machines/match/facts.ts'

/** A match after one more opened tile, and what led to it from the tile before. */
export type Ply = { state: MatchState; facts: readonly Fact[] }

/**
 * A match by moves: entry n is how it stood after n opened tiles, with all that followed from the nth (who went out,
 * whose turn came, how it ended). The next board is dealt with the first tile opened on it, so that the last tile of
 * each board is seen. Entry 0 is the match before its first tile; there is always one.
 */
export const pliesOf = (header: MatchHeader, events: readonly GameEvent[]): readonly Ply[] => {
  const plies: Ply[] = []
  let state = initialState(header)
  let facts: Fact[] = []
  /** What followed from the last tile of a board, since the next one was dealt: seen with the tile after. */
  let dealt: Fact[] | null = null
  /** What a tile of a sealed table was drawn from: seen with the tile. */
  let picked: Fact[] = []
  const close = () => {
    const last = facts.at(-1)
    plies.push({ state: last?.state ?? state, facts })
    facts = dealt ?? []
    dealt = null
  }
  for (const event of events) {
    if (event.type === 'TileOpened') {
      close()
      facts.push(...picked)
      picked = []
    }
    if (event.type === 'BoardBegun' && state.moves.length > 0) dealt ??= []
    const before = state
    state = evolve(before, event)
    const isPicked = state.pick && event.type !== 'Settled' && event.type !== 'Voided'
    const into = isPicked ? picked : (dealt ?? facts)
    into.push({ type: 'fact', event, before, state })
  }
  facts.push(...picked)
  if (dealt) facts = [...facts, ...dealt]
  dealt = null
  close()
  return plies
}

/** How many times as fast as at first. */
const speeds = [1, 2, 4] as const
export type Speed = (typeof speeds)[number]

/** Where a replay stands: after `ply` of `last` moves. */
export type Player = { ply: number; last: number; playing: boolean; speed: Speed }

export type PlayerAct =
  /** To a move, wherever it was asked for; out of range is as far as there is. */
  | { type: 'seek'; ply: number }
  | { type: 'step'; by: 1 | -1 }
  /** Plays, from the beginning once it is over, or pauses. */
  | { type: 'toggle' }
  /** The next move is due. */
  | { type: 'tick' }
  /** The next speed, and the slowest after the fastest. */
  | { type: 'faster' }

const clamp = (ply: number, last: number): number => Math.min(last, Math.max(0, Math.trunc(ply)))

/** A replay opened at a move. */
export const playerAt = (ply: number, last: number): Player => ({
  ply: clamp(ply, last),
  last,
  playing: false,
  speed: 1,
})

/** The replay after one more act. Anyone who looks for a move themselves stops what plays. */
export const act = (player: Player, asked: PlayerAct): Player => {
  const { ply, last, playing } = player
  switch (asked.type) {
    case 'seek':
      return { ...player, ply: clamp(asked.ply, last), playing: false }
    case 'step':
      return { ...player, ply: clamp(ply + asked.by, last), playing: false }
    case 'toggle':
      return playing || last === 0
        ? { ...player, playing: false }
        : { ...player, ply: ply === last ? 0 : ply, playing: true }
    case 'tick': {
      const next = clamp(ply + 1, last)
      return playing ? { ...player, ply: next, playing: next < last } : player
    }
    case 'faster':
      return { ...player, speed: speeds[(speeds.indexOf(player.speed) + 1) % speeds.length] ?? 1 }
  }
}

/** What leads from one move to another: what happened where it is the next, else a jump. */
const factsTo = (plies: readonly Ply[], from: number, to: number): readonly Fact[] => {
  const ply = plies[to]
  if (!ply || from === to) return []
  return to === from + 1 ? ply.facts : [jumped(plies[from]?.state ?? null, ply.state)]
}

/** A replay that goes on as instructed, and tells each fact it comes past. */
export const startReplay = (plies: readonly Ply[], ply: number) =>
  createActor(
    fromTransition<Player, PlayerAct, never, undefined, Fact>(
      (player, asked, { emit }) => {
        const next = act(player, asked)
        factsTo(plies, player.ply, next.ply).forEach(emit)
        return next
      },
      playerAt(ply, plies.length - 1),
    ),
  ).start()
export type ReplayActor = ReturnType<typeof startReplay>

/** How long a move is seen while it plays, in milliseconds: as long as a board takes to be dealt at the slowest. */
export const moveMs = (speed: Speed): number => 1_200 / speed
