import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadNamespaces, startTranslations } from '../../../i18n/i18n.ts'
import { OrderTrack, orderTrack } from './OrderTrack.tsx'

type Order = Parameters<typeof orderTrack>[0]
const order = (over: Partial<Order>, ...statuses: string[]): Order => ({
  kind: 'deposit',
  status: statuses.at(-1) ?? '',
  endedAt: null,
  reason: null,
  steps: statuses.map((status, place) => ({ status, at: 1_000 * (place + 1) })),
  ...over,
})
const told = (of: Order) => orderTrack(of).map(({ name, state, at }) => `${name} ${state} ${at}`)

test('steps that were are reported with their times, and those to come without', () => {
  expect(told(order({}, 'submitted', 'paid', 'reviewing'))).toEqual([
    'submitted past 1000',
    'paid past 2000',
    'reviewing now 3000',
    'credited next null',
  ])
  expect(told(order({ kind: 'withdrawal' }, 'pending'))).toEqual(['waiting now 1000', 'paidOut next null'])
})

test('the end is good or bad, and nothing comes after it', () => {
  const good = order({ endedAt: 4_000 }, 'submitted', 'paid', 'reviewing', 'completed')
  expect(told(good).at(-1)).toBe('credited good 4000')
  const expired = { endedAt: 2_000, reason: { code: 'expired', text: null } }
  expect(told(order(expired, 'submitted', 'failed'))).toEqual(['submitted past 1000', 'expired bad 2000'])
  const rejected = { kind: 'withdrawal' as const, endedAt: 2_000, reason: { code: 'refused', text: 'No' } }
  expect(told(order(rejected, 'pending', 'rejected'))).toEqual(['waiting past 1000', 'rejected bad 2000'])
})

test('an order that failed, and is reviewed as it was paid after all, goes on', () => {
  expect(told(order({}, 'submitted', 'failed', 'reviewing'))).toEqual([
    'submitted past 1000',
    'failed bad 2000',
    'reviewing now 3000',
    'credited next null',
  ])
})

test('a status that is not known is reported, without a guess at what comes', () => {
  expect(told(order({}, 'submitted', 'frozen'))).toEqual(['submitted past 1000', 'pending now 2000'])
})

test('a step of another day is shown with its date: an order may wait over a night', async () => {
  await startTranslations()
  await loadNamespaces(['orders'])
  vi.useFakeTimers({ now: new Date(2026, 2, 9, 12), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const drawn = (at: number) => {
    const of = order({ kind: 'withdrawal', steps: [{ status: 'pending', at }] }, 'pending')
    return renderToStaticMarkup(<OrderTrack order={of} />).match(/<time[^>]*>([^<]*)/)?.[1]
  }
  expect(drawn(new Date(2026, 2, 8, 14, 3).getTime())).toMatch(/^Mar 8, 2026, 2:03\WPM$/)
  expect(drawn(Date.now())).toMatch(/^\d+:\d\d\W[AP]M$/)
})
