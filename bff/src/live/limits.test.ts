import { describe, expect, test } from 'vitest'
import { inSeconds, TokenBucket } from '../edge/token-bucket.ts'
import { RoundTrip } from './round-trip.ts'

describe('token bucket', () => {
  test('gives its burst at once, then its rate, and tells how long to wait', () => {
    let now = 0
    const bucket = new TokenBucket({ perSecond: 10, burst: 3, now: () => now })
    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 100])
    now = 99
    expect(bucket.take()).toBe(1)
    now = 100
    expect([bucket.take(), bucket.take()]).toEqual([0, 100])
    now = 1_000_000
    expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 100])
  })

  test('is spent into debt, and tells how long that takes to pay', () => {
    let now = 0
    const bucket = new TokenBucket({ perSecond: 10, burst: 3, now: () => now })
    expect([bucket.spend(3), bucket.spend(2), bucket.spend(0)]).toEqual([0, 200, 200])
    expect(bucket.take()).toBe(300)
    now = 200
    expect([bucket.spend(0), bucket.spend(1)]).toEqual([0, 100])
  })

  test('a clock that is set back gives nothing and breaks nothing', () => {
    let now = 1_000
    const bucket = new TokenBucket({ perSecond: 1, burst: 1, now: () => now })
    expect(bucket.take()).toBe(0)
    now = 0
    expect(bucket.take()).toBe(1_000)
    now = 1_000
    expect(bucket.take()).toBe(0)
  })

  test('seconds are whole and at least one', () => {
    expect([inSeconds(1), inSeconds(1_000), inSeconds(1_001)]).toEqual([1, 1, 2])
  })
})

test('the round trip is the median of the last five', () => {
  const trip = new RoundTrip()
  expect(trip.median()).toBe(0)
  trip.add(50)
  expect(trip.median()).toBe(50)
  for (const ms of [9_000, 60, 70, 80]) trip.add(ms)
  expect(trip.median()).toBe(70)
  for (const ms of [1, 2, 3, 4, 5]) trip.add(ms)
  expect(trip.median()).toBe(3)
})

test('of round trips twelve are remembered, the newest last', () => {
  const trip = new RoundTrip()
  expect(trip.recent()).toEqual([])
  for (let ms = 1; ms <= 5; ms++) trip.add(ms)
  expect(trip.recent()).toEqual([1, 2, 3, 4, 5])
  for (let ms = 6; ms <= 30; ms++) trip.add(ms)
  expect(trip.recent()).toEqual([19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
  expect([trip.back(1), trip.back(12), trip.taken()]).toEqual([30, 19, 30])
})
