import { z } from 'zod'
import { isCountryCode } from '../../contact/country-codes.ts'
import { coinsSchema } from '../../rules/index.ts'
import { pageOf } from './page.ts'
import { signedCoinsSchema } from './wallet.ts'

/** Times are in milliseconds since 1970; days, weeks (from Monday) and months are those of UTC. */

export const limitKindSchema = z.enum(['deposit', 'loss'])
export type LimitKind = z.infer<typeof limitKindSchema>
export const limitPeriodSchema = z.enum(['day', 'week', 'month'])
export type LimitPeriod = z.infer<typeof limitPeriodSchema>

/** A limit that a player set for themselves, in withdrawable coins. */
const playLimitSchema = z.object({
  kind: limitKindSchema,
  period: limitPeriodSchema,
  /** Null where there is none. */
  amount: z.nullable(coinsSchema),
  /** Of the present period: coins of deposits that have not failed, or what was lost, never below zero. */
  used: coinsSchema,
  /** When the present period ends and `used` starts over. */
  endsAt: z.number(),
  /** A higher limit, or with null none, that was asked for: to be confirmed from `dueAt` on, gone at `lapsesAt`. */
  pending: z
    .object({ amount: z.nullable(coinsSchema), askedAt: z.number(), dueAt: z.number(), lapsesAt: z.number() })
    .nullable(),
})
export type PlayLimit = z.infer<typeof playLimitSchema>

export const breakKindSchema = z.enum(['time-out', 'self-exclusion'])
/** What may be chosen, in days; null is permanently. */
export const breakDays = { 'time-out': [1, 7, 30], 'self-exclusion': [180, 365, 1_825, null] } as const

/** Minutes of play between reminders; null is never. */
export const reminderMinutes = [15, 30, 60, 120] as const
const reminderSchema = z.union(reminderMinutes.map((minutes) => z.literal(minutes))).nullable()

/** What was played in one kind of coins. `net` is what came back less what was staked. */
const playedSchema = z.object({
  matches: z.int(),
  staked: coinsSchema,
  returned: coinsSchema,
  net: signedCoinsSchema,
})

/**
 * What an account lost at private tables today, in withdrawable coins, of the most that it may: what is at stake there
 * now as lost, and what it won there left out.
 */
const privateLossSchema = z.object({
  lost: coinsSchema,
  most: coinsSchema,
  left: coinsSchema,
  /** When the day ends and `lost` resets. */
  endsAt: z.number(),
})

/** How an account may play, and what it played today. */
export const playStateSchema = z.object({
  /** The server's time of this answer. */
  at: z.number(),
  adultAt: z.number().nullable(),
  /** Letters of the country that was said with it. */
  residence: z.string().nullable(),
  /** Whether play for coins is not offered where the player lives. */
  barred: z.boolean(),
  /** The break that goes on now; `endsAt` is null permanently. */
  break: z.object({ kind: breakKindSchema, beganAt: z.number(), endsAt: z.number().nullable() }).nullable(),
  /** All six, those without an amount too. */
  limits: z.array(playLimitSchema),
  /** How long a higher limit, or none, waits from when it is asked for until it may be confirmed, in milliseconds. */
  limitRaiseMs: z.number(),
  privateLoss: privateLossSchema,
  reminderMinutes: reminderSchema,
  today: z.object({ seconds: z.int(), coin: playedSchema, promo: playedSchema }),
})
export type PlayState = z.infer<typeof playStateSchema>

/** What someone typed as a limit; 0 allows nothing at all. */
const typedLimitSchema = z.string('limit-invalid').regex(/^(0|[1-9]\d{0,14})$/, 'limit-invalid')

/** Null asks for none. Lower is at once, higher or none is asked for. */
export const limitBodySchema = z.strictObject({
  kind: limitKindSchema,
  period: limitPeriodSchema,
  amount: typedLimitSchema.nullable(),
})
/** The limit whose change is confirmed or dropped. */
export const limitNameSchema = z.strictObject({ kind: limitKindSchema, period: limitPeriodSchema })
/** `data` of 1702: the break, and when it ends; permanently where it says nothing of that. */
export const playPausedSchema = z.object({ kind: breakKindSchema, until: z.number().optional() })

export const breakBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time-out'),
    days: z.union(breakDays['time-out'].map((days) => z.literal(days))),
  }),
  z.strictObject({
    kind: z.literal('self-exclusion'),
    days: z.union(breakDays['self-exclusion'].map((days) => z.literal(days))),
  }),
])
export type BreakBody = z.infer<typeof breakBodySchema>

/** Said once, permanently. */
export const adultBodySchema = z.object({
  adult: z.literal(true, 'adult-unconfirmed'),
  residence: z.string('residence-required').refine(isCountryCode, 'residence-required'),
})

export const reminderBodySchema = z.strictObject({ minutes: reminderSchema })

/** All money and time of one day. Days on which nothing was are left out. */
const playDaySchema = z.object({
  /** `2026-03-01`, UTC. */
  day: z.iso.date(),
  seconds: z.int(),
  matches: z.int(),
  /** Withdrawable coins: by the day of each match's start. */
  staked: coinsSchema,
  returned: coinsSchema,
  net: signedCoinsSchema,
  /** Coins of orders that were completed that day. */
  deposited: coinsSchema,
  withdrawn: coinsSchema,
  /** Bonus coins: what was given, and what play changed. */
  gifts: coinsSchema,
  promoNet: signedCoinsSchema,
})
export type PlayDay = z.infer<typeof playDaySchema>
export const playDaysSchema = pageOf(playDaySchema)
