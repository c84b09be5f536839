/** The first moment of the month (UTC) that `now` is in, milliseconds since 1970. */
export const monthBegin = (now: number): Date => {
  const at = new Date(now)
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))
}
