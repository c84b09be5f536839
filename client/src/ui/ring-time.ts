/** How many seconds the ring is divided into; 12 while no turn says otherwise. */
export const ringUnits = (startedAt: number, deadline: number): number => {
  const seconds = Math.round((deadline - startedAt) / 1000)
  return seconds >= 1 ? seconds : 12
}

/** Where a turn stands, in milliseconds; `elapsed` stays inside the turn whatever the clocks say. */
export const ringAt = (
  startedAt: number,
  deadline: number,
  now: number,
): { total: number; elapsed: number } => {
  const total = Math.max(1, deadline - startedAt)
  return { total, elapsed: Math.min(total, Math.max(0, now - startedAt)) }
}
