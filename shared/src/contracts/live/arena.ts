import * as z from 'zod/mini'
import { assetSchema, coinsSchema, hex, matchIdSchema } from '../../rules/index.ts'
import { askedByBff, fromBffs, platformToBffs } from '../bus/message-kinds.ts'

/** Live messages of arenas. Times are in milliseconds since 1970. */

const arenaIdSchema = z.uuid()
const playerId = z.string().check(z.minLength(1), z.maxLength(64))
const count = z.int().check(z.minimum(0))
const time = z.nullable(z.number())

/** Someone who takes part, and what their matches came to; what place that is follows from all of them. */
export const arenaPlayerSchema = z.strictObject({
  /** They joined as the nth: what they are known by in this arena. */
  nth: z.int().check(z.minimum(1)),
  name: z.string(),
  avatar: z.string(),
  /** The id of their public page; null where there is none, or they are hidden. */
  profile: z.nullable(z.uuid()),
  /** `paused`: seated once they press "Go on". `left`: out of it. */
  status: z.enum(['ready', 'paused', 'left']),
  points: count,
  matches: count,
  wins: count,
  /** Matches won in a row. */
  streak: count,
  lastPointAt: time,
  /** The match they were seated at last, while it goes on; anyone may watch it. */
  match: z.nullable(matchIdSchema),
})
export type ArenaPlayer = z.infer<typeof arenaPlayerSchema>

/** What an arena is, apart from its players. */
export const arenaSchema = z.strictObject({
  arenaId: arenaIdSchema,
  /** The plan that it follows; null where staff made it. */
  plan: z.nullable(z.string()),
  gameId: z.string(),
  asset: assetSchema,
  /** What each player pays into its account; 0 in a free one. */
  stake: coinsSchema,
  /** The house's share of the stakes, in hundredths of a percent. */
  rakeBps: count,
  /** All prizes together, as they are now: they grow with the players. */
  pot: coinsSchema,
  /** What the prizes of a free one grow to at most; null where they are the stakes. */
  potMost: z.nullable(coinsSchema),
  players: count,
  beginsAt: z.number(),
  endsAt: z.number(),
  /** When its standings became final, and when it was canceled. */
  finishedAt: time,
  canceledAt: time,
})
export type Arena = z.infer<typeof arenaSchema>

/** The standings as a whole, in the order of joining. `version` grows by one with each change. */
const arenaStandingsSchema = z.strictObject({
  arena: arenaSchema,
  version: count,
  players: z.array(arenaPlayerSchema),
})
export type ArenaStandings = z.infer<typeof arenaStandingsSchema>

/** The standings after a change, which names those whose line is another; the same ones where it was known. */
export const changedStandings = (
  standings: ArenaStandings | null,
  change: ArenaStandings,
): ArenaStandings => {
  if (!standings || change.version <= standings.version) return standings ?? change
  const rows = new Map([...standings.players, ...change.players].map((player) => [player.nth, player]))
  return { ...change, players: [...rows.values()] }
}

/** A match that someone is to sit down at now. */
export const arenaSeatSchema = z.strictObject({
  arenaId: arenaIdSchema,
  matchId: matchIdSchema,
  gameId: z.string(),
  serverCommit: hex(32),
  serverChain: z.optional(hex(32)),
  seats: z.int(),
})
export type ArenaSeat = z.infer<typeof arenaSeatSchema>

/** Who one is in an arena, and the match that waits for one; null for those who have not joined. */
const ownSchema = z.nullable(z.strictObject({ nth: z.int(), seat: z.nullable(arenaSeatSchema) }))
export type ArenaOwn = z.infer<typeof ownSchema>

/** What those who watch an arena hear of it. */
export const arenaNewsSchema = z.discriminatedUnion('kind', [
  /** What changed since the news before it, or since the answer to `arena.watch`. */
  z.strictObject({ kind: z.literal('change'), ...arenaStandingsSchema.shape }),
  /** For the player alone: the next match. */
  z.strictObject({ kind: z.literal('seat'), ...arenaSeatSchema.shape }),
])
export type ArenaNews = z.infer<typeof arenaNewsSchema>

/** The answer to `arena.watch`, but for null. */
export const arenaWatchedSchema = z.strictObject({ standings: arenaStandingsSchema, own: ownSchema })
export type ArenaWatched = z.infer<typeof arenaWatchedSchema>

/** So many players are named in one `arena.here`. */
export const presentAtOnce = 1_000

export const arenaBusRequests = {
  /** With the players alone whose rows changed after the version `since`; null for all. 1404 where there is no such arena. */
  'arena.standings': askedByBff(
    z.strictObject({ arenaId: arenaIdSchema, since: z.nullable(count) }),
    arenaStandingsSchema,
  ),
  'arena.own': askedByBff(z.strictObject({ arenaId: arenaIdSchema, playerId }), ownSchema),
} as const

export const arenaBusEvents = {
  /** `arena.change.<arenaId>`: the version that a change made, after the commit; every few seconds the latest one. */
  'arena.change': platformToBffs(z.strictObject({ arenaId: arenaIdSchema, version: count })),
  /** `player.arena.<playerId>`: a match to sit down at. */
  'player.arena': platformToBffs(arenaSeatSchema),
  /** `arena.here.<arenaId>`: who watches it at this BFF, every two seconds and when someone comes. */
  'arena.here': fromBffs(
    z.strictObject({
      arenaId: arenaIdSchema,
      playerIds: z.array(playerId).check(z.maxLength(presentAtOnce)),
    }),
  ),
} as const
