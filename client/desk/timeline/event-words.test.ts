import type { DeskConnectionHistory } from '@minefall/shared/contracts/desk'
import { expect, it } from 'vitest'
import { eventWords } from './Timeline.tsx'

type Event = DeskConnectionHistory['events'][number]

const event = (kind: Event['kind'], change: Partial<Event> = {}): Event => ({
  edge: 'edge-1',
  connectionId: '0123456789abcdef',
  at: Date.UTC(2026, 4, 4, 12),
  kind,
  code: null,
  detail: {},
  ...change,
})

it.each([
  [
    event('connected', { detail: { device: 'iPad, Safari', locale: 'ms-MY' } }),
    'Connected',
    'iPad, Safari, ms-MY, edge-1',
  ],
  [event('connected', { detail: { again: true } }), 'Back', 'edge-1'],
  [
    event('closed', { code: 'timeout', detail: { lastedMs: 400_000 } }),
    'Closed: no answer',
    'edge-1, after 6:40',
  ],
  [event('closed'), 'Signed in or out here', 'edge-1'],
  [event('kicked', { code: 'kicked', detail: { lastedMs: 900 } }), 'Kicked', 'edge-1, after 0.9 s'],
  [event('lagging', { detail: { cause: 'round-trip', roundTripMs: 612.4 } }), 'Lagging', 'Round trip 612 ms'],
  [event('lagging', { detail: { cause: 'waiting' } }), 'Lagging', 'A ping waits for its answer'],
  [event('recovered', { detail: { lastedMs: 20_000 } }), 'Recovered', 'after 20 s'],
  [
    event('resumed', { detail: { lastedMs: 1_240, missed: 1, matchId: 'f'.repeat(32) } }),
    'Caught up in 1.2 s',
    '1 event missed, match …ffffffff',
  ],
  [event('resumed', { detail: { missed: 0 } }), 'Caught up', 'Nothing missed'],
])('%# is said in words', (told, title, detail) => {
  expect(eventWords(told)).toMatchObject({ title, detail })
})
