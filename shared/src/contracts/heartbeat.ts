/**
 * When a client sends `clock.ping`, in milliseconds after the answer to the one before: the first pings of a connection
 * come quickly to set its clock, then at a match that goes on often enough that a dead network is soon noticed. At none it
 * rests: a fifth more or less, so that they spread.
 */
export const pingAfterMs = { eager: 400, atMatch: 2_500, resting: 20_000 } as const
export const eagerPings = 5
