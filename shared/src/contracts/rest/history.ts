import { z } from 'zod'
import { eventSchema, playerViewSchema } from '../../game/events.ts'
import type { MatchState } from '../../game/state.ts'
import { assetSchema, coinsSchema, matchHeaderSchema, matchIdSchema } from '../../rules/index.ts'
import { pageOf, pageQuerySchema } from './page.ts'

/** One's matches that are over, the newest first. */
export const historyQuerySchema = pageQuerySchema.extend({ asset: z.optional(assetSchema) })

/** How a match ended for one seat: `shared` where those still in shared the pot, `refunded` where it was voided. */
const historyOutcomeSchema = z.enum(['won', 'shared', 'lost', 'refunded'])

/**
 * How a seat was played, on a table with clues: null where nothing was to be judged, where counting the odds would have
 * taken too long, and for a moment after the end.
 */
const playedSchema = z.object({
  /** 0–100: 100 for never a worse tile than the best. */
  accuracy: z.number().min(0).max(100).nullable(),
  /** Survival against the risks taken, in standard deviations; above 0 is luck. */
  luck: z.number().nullable(),
})

const historyMatchSchema = playedSchema.extend({
  matchId: matchIdSchema,
  gameId: z.string(),
  asset: assetSchema,
  stake: coinsSchema,
  seat: z.int().min(0),
  /** Those who were seated, by seat; practice opponents included. */
  players: z.array(z.nullable(playerViewSchema)),
  outcome: historyOutcomeSchema,
  /** 1 for who stayed in; null where no one was placed because the match was voided. */
  place: z.int().min(1).nullable(),
  /** What was paid back or out to this seat, the stake included; 0 where nothing was. */
  payout: coinsSchema,
  /** Tiles opened in the whole match. */
  plies: z.int().min(0),
  /** Whether it was a private table, and whether it was a rematch: neither counts for anything but coins. */
  private: z.boolean(),
  rematch: z.boolean(),
  /** Milliseconds since 1970; `startedAt` is null where it was voided before its start. */
  startedAt: z.number().nullable(),
  endedAt: z.number(),
})
export type HistoryMatch = z.infer<typeof historyMatchSchema>
export const historyPageSchema = pageOf(historyMatchSchema)

/** A match as everyone may see it, and the rolling hash after its last event. */
export const shownMatchSchema = z.object({
  state: z
    .custom<MatchState>((value) => typeof value === 'object' && value !== null)
    .meta({
      type: 'object',
      description: 'The public state of the match: the fold of its events so far.',
    }),
  hash: z.string(),
  /** How the seats of accounts were played, once it is over and judged. */
  skill: z.array(playedSchema.extend({ seat: z.int().min(0) })),
})

/** How a player played over some time: means over all their moves. */
const skillOverSchema = playedSchema.extend({ matches: z.int().min(0) })

/** Your accuracy and luck over the last 30 days and over all matches. */
export const ownSkillSchema = z.object({ month: skillOverSchema, all: skillOverSchema })
export type OwnSkill = z.infer<typeof ownSkillSchema>

/** A match that is over, from its opening to its end, as everyone may see it. */
export const matchEventsSchema = z.object({
  header: matchHeaderSchema,
  events: z.array(eventSchema),
  /** The rolling hash after the last of them. */
  hash: z.string(),
})
export type MatchEvents = z.infer<typeof matchEventsSchema>
