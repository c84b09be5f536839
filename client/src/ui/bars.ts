/** How many of four bars a round trip in milliseconds is worth; all of them before the first measurement. */
export const bars = (roundTripMs: number | null): 1 | 2 | 3 | 4 => {
  if (roundTripMs === null || roundTripMs < 90) return 4
  if (roundTripMs < 200) return 3
  return roundTripMs < 400 ? 2 : 1
}
