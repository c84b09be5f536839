/** How the player's connection badge looks. */
export type Badge = 'connected' | 'connecting' | 'disconnected'
/** How the support desk counts the connection. */
export type DeskState = 'live' | 'lagging' | 'resuming' | 'lost'

/**
 * Why a live connection ended: a closed table. `retry` says whether the client comes back on its own.
 * The message shown is the translation `connection.close.<code>`.
 */
export const closeCodes = {
  /** The network between player and us broke. */
  network: { badge: 'connecting', desk: 'lost', retry: true },
  /** Our side stopped or failed. */
  server: { badge: 'connecting', desk: 'resuming', retry: true },
  /** No answer within the time allowed. */
  timeout: { badge: 'connecting', desk: 'lost', retry: true },
  /** Removed by staff or for flooding. */
  kicked: { badge: 'disconnected', desk: 'lost', retry: false },
  /** The match can't be reached from here any more. */
  game: { badge: 'connecting', desk: 'resuming', retry: true },
  /** Logged out or revoked. */
  'signed-out': { badge: 'disconnected', desk: 'lost', retry: false },
  /** A newer socket of the same tab took over. */
  replaced: { badge: 'disconnected', desk: 'live', retry: false },
  /** The reader could not keep up. */
  slow: { badge: 'connecting', desk: 'lagging', retry: true },
  /** This server is being replaced; move to another. */
  drain: { badge: 'connected', desk: 'resuming', retry: true },
  /** The client speaks a version that is too old, or sent what no client of ours sends. */
  protocol: { badge: 'disconnected', desk: 'lost', retry: false },
} as const satisfies Record<string, { badge: Badge; desk: DeskState; retry: boolean }>

export type CloseCode = keyof typeof closeCodes
export const closeCodeNames = Object.keys(closeCodes) as readonly CloseCode[]

/**
 * When a client sends `clock.ping`, in milliseconds after the answer to the one before: the first pings of a connection
 * come quickly to set its clock, then at a match that goes on often enough that a dead network is soon noticed. At none it
 * rests: a fifth more or less, so that they spread.
 */
export const pingAfterMs = { eager: 400, atMatch: 2_500, resting: 20_000 } as const
export const eagerPings = 5
