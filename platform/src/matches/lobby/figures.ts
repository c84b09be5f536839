import type { LiveMatch } from '../host/live-match.ts'

/** Seats taken and seats at the fullest gathering match of a table that somebody sits at; null when none. */
export const gatheringFigures = (
  matches: readonly LiveMatch[],
  gameId: string,
): { taken: number; seats: number } | null => {
  let best: { taken: number; seats: number } | null = null
  for (const { record, origin } of matches) {
    const { state } = record
    if (state.gameId !== gameId || state.phase !== 'gathering' || !origin.open) continue
    const taken = state.table.filter((seat) => seat !== null).length
    if (taken > (best?.taken ?? 0)) best = { taken, seats: state.seats }
  }
  return best
}
