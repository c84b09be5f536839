const two = (count: number) => String(count).padStart(2, '0')

/** Seconds as a clock reads them: `24:36`, and `1:04:36` from an hour on. */
export const clockText = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Which share of a time is left, from 0 to 1. */
export const shareLeft = (from: number, until: number, leftMs: number): number =>
  until <= from ? 0 : Math.min(1, Math.max(0, leftMs / (until - from)))
