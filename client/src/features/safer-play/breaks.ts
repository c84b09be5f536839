import { type BreakBody, breakBodySchema, breakDays, type PlayState } from '@minefall/shared/contracts'

export type BreakKind = BreakBody['kind']
/** Days of a break; null is for good. */
export type BreakDays = BreakBody['days']

const dayMs = 86_400_000

/** When a break that begins now would end; null for never. */
export const endOf = (days: BreakDays, now: number): number | null =>
  days === null ? null : now + days * dayMs

/** The lengths that would make the present break longer, or all of them where there is none. */
export const lengthsOf = (kind: BreakKind, present: PlayState['break'], now: number): BreakDays[] =>
  breakDays[kind].filter((days) => {
    if (!present) return true
    if (present.endsAt === null) return false
    const end = endOf(days, now)
    return end === null || end > present.endsAt
  })

/** A break as it is asked for. Throws for a length that its kind has not. */
export const breakOf = (kind: BreakKind, days: BreakDays): BreakBody => breakBodySchema.parse({ kind, days })
