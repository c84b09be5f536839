import { setTimeout } from 'node:timers/promises'
import type { MatchId } from '@minefall/shared/game'
import { closedTiles, connectPlayer, hasEnded, type Player, type Seeds } from './player.ts'

/** A move that the server said is in its journal. */
export type Acknowledged = { matchId: MatchId; turn: number; tile: number; seat: number }
/** A guest who comes back after every loss of the connection. */
export type Guest = { deviceId: string; matchId: MatchId | null; seeds: Seeds; acknowledged: Acknowledged[] }

/**
 * Plays on for one guest until the connection dies, noting every move that was acknowledged. `thinkMs` passes
 * before each press. The answer is what ended it.
 */
export const playOn = async (
  url: string,
  guest: Guest,
  random: () => number,
  thinkMs = 0,
): Promise<unknown> => {
  let player: Player | null = null
  try {
    player = await connectPlayer(url, guest.deviceId, guest.seeds)
    if (guest.matchId) await player.follow(guest.matchId)
    for (;;) {
      const known = player.state()
      if (!known || hasEnded(known)) {
        // No one asks for the frames of a match that is over, and hours of them fill the memory.
        player.frames.length = 0
        guest.matchId = await player.join('mines-trial', '100', 'trial')
      }
      const state = await player.until((s) => hasEnded(s) || s.turn?.seat === player?.seat())
      const seat = player.seat()
      if (hasEnded(state) || !state.turn || seat === null) continue
      const { turn } = state.turn
      const tiles = closedTiles(state)
      const tile = tiles[Math.floor(random() * tiles.length)]
      if (tile === undefined) continue
      if (thinkMs > 0) await setTimeout(thinkMs)
      const { code } = await player.open(tile)
      if (code === 200) guest.acknowledged.push({ matchId: state.matchId, turn, tile, seat })
      await player.until((s) => hasEnded(s) || s.turn?.turn !== turn)
    }
  } catch (error) {
    // The server was killed under us: what was acknowledged is noted, the rest is no one's promise.
    return error
  } finally {
    player?.leave()
  }
}

/** Plays on, coming back after every loss, until `over`; the answer is what each loss was but the last. */
export const keepPlaying = async (
  url: string,
  guest: Guest,
  random: () => number,
  { thinkMs, over }: { thinkMs: number; over: AbortSignal },
): Promise<unknown[]> => {
  const losses: unknown[] = []
  for (;;) {
    const loss = await playOn(url, guest, random, thinkMs)
    if (over.aborted) return losses
    losses.push(loss)
    await setTimeout(1_000)
  }
}

/** Guests with their own device ids. */
export const newGuests = (count: number, first = 0): Guest[] =>
  Array.from({ length: count }, (_, index) => ({
    deviceId: (first + index).toString(16).padStart(32, '0'),
    matchId: null,
    seeds: new Map(),
    acknowledged: [],
  }))
