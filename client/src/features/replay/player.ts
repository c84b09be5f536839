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

/** The replay after one more act. Whoever looks for a move themselves stops what plays. */
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

/** How long a move is seen while it plays, in milliseconds: as long as a board takes to be dealt at the slowest. */
export const moveMs = (speed: Speed): number => 1_200 / speed
