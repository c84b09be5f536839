import type { Activity } from '@minefall/shared/contracts'

const periods = ['day', 'week', 'month', 'once'] as const

export type ActivityGroup = {
  period: Activity['period']
  /** When all of them begin anew; null for what is done once, and where they don't end together. */
  endsAt: number | null
  activities: readonly Activity[]
}

/** Activities by how often they begin anew, the shortest first, each in the order they came in. */
export const groupActivities = (activities: readonly Activity[]): ActivityGroup[] =>
  periods
    .map((period): ActivityGroup => {
      const own = activities.filter((activity) => activity.period === period)
      const ends = new Set(own.map(({ gift }) => gift.endsAt))
      const [endsAt = null] = ends.size === 1 ? ends : []
      return { period, endsAt, activities: own }
    })
    .filter((group) => group.activities.length > 0)
