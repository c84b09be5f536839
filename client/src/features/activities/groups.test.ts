import type { Activity } from '@minefall/shared/contracts/rest'
import { expect, test } from 'vitest'
import { groupActivities } from './ActivitiesModal.tsx'

const activity = (id: string, period: Activity['period'], endsAt: number | null): Activity => ({
  id,
  metric: 'matches',
  goal: 3,
  progress: 1,
  period,
  gift: { bonus_type: `activity-${id}`, amount: '15', status: 'locked', endsAt },
})

test('activities stand by how often they start over, the shortest first', () => {
  const groups = groupActivities([
    activity('ever', 'once', null),
    activity('weekly', 'week', 9),
    activity('daily-b', 'day', 5),
    activity('daily-a', 'day', 5),
  ])
  expect(groups.map(({ period }) => period)).toEqual(['day', 'week', 'once'])
  expect(groups[0]?.activities.map(({ id }) => id)).toEqual(['daily-b', 'daily-a'])
})

test('a group tells when it ends where all of it ends together', () => {
  const ends = groupActivities([
    activity('a', 'day', 5),
    activity('b', 'day', 5),
    activity('c', 'week', 7),
    activity('d', 'week', 6),
    activity('e', 'once', null),
  ]).map(({ endsAt }) => endsAt)
  expect(ends).toEqual([5, null, null])
})
