import type { Activity } from '@minefall/shared/contracts/rest'

/** How often something starts over; `once` never. */
export type PeriodKind = Activity['period']

/**
 * A day, a week from Monday, a month, all of UTC, or all time. Names of the same kind sort as their times do:
 * `2026-03-01`, `2026-W09`, `2026-03`, `once`.
 */
export type Period = {
  name: string
  /** Its first moment and that of the next, in milliseconds since 1970; null for all time. */
  beginsAt: number | null
  endsAt: number | null
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** 1970 began on a Thursday. */
const firstMonday = -3 * dayMs

/** A week is of the year that its Thursday is in (ISO 8601). */
const weekName = (monday: number): string => {
  const thursday = monday + 3 * dayMs
  const year = new Date(thursday).getUTCFullYear()
  const week = Math.floor((thursday - Date.UTC(year, 0)) / weekMs) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The period of a kind that `now` is in, in milliseconds since 1970. */
export const periodOf = (kind: PeriodKind, now: number): Period => {
  const at = new Date(now)
  switch (kind) {
    case 'day': {
      const beginsAt = Math.floor(now / dayMs) * dayMs
      return { name: at.toISOString().slice(0, 10), beginsAt, endsAt: beginsAt + dayMs }
    }
    case 'week': {
      const monday = Math.floor((now - firstMonday) / weekMs) * weekMs + firstMonday
      return { name: weekName(monday), beginsAt: monday, endsAt: monday + weekMs }
    }
    case 'month': {
      const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
      const name = at.toISOString().slice(0, 7)
      return { name, beginsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) }
    }
    case 'once':
      return { name: 'once', beginsAt: null, endsAt: null }
  }
}
