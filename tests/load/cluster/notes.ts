import type { Accepted, Notes } from '../field.ts'

/** Something that happened to a player, when. */
type Moment = { player: number; at: number }

/** What players noted since the last `clear`. Times are `performance.now()`. */
export type Notebook = Notes & {
  accepted: Notes['accepted']
  clicks: readonly Accepted[]
  losses: readonly Moment[]
  returns: readonly Moment[]
  /** Told that play stands still, or goes on. */
  pauses: readonly (Moment & { paused: boolean })[]
  clear(): void
}

/** A click that was promised to be in the journal, whenever it was. */
export type Promised = { commandId: string; matchId: string; seq: number }

/** Keeps what players note, and every promise of the whole run in `promised`. */
export const notebook = (): Notebook & { promised: readonly Promised[] } => {
  const clicks: Accepted[] = []
  const losses: Moment[] = []
  const returns: Moment[] = []
  const pauses: (Moment & { paused: boolean })[] = []
  const promised: Promised[] = []
  const now = () => performance.now()
  return {
    clicks,
    losses,
    returns,
    pauses,
    promised,
    accepted(click) {
      clicks.push(click)
      promised.push({ commandId: click.commandId, matchId: click.matchId, seq: click.seq })
    },
    lost: (player) => void losses.push({ player, at: now() }),
    back: (player) => void returns.push({ player, at: now() }),
    paused: (player, paused) => void pauses.push({ player, at: now(), paused }),
    clear() {
      for (const list of [clicks, losses, returns, pauses]) list.length = 0
    },
  }
}
