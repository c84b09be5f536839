import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress, originAllowed } from './address.ts'
import { RoundTrip } from './round-trip.ts'
import { inSeconds, TokenBucket } from './token-bucket.ts'

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { headers })
}

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

describe('addresses', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.9', '10.0.0.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::6', '2001:db8:1:2::/64'],
    ['2001:0DB8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (remote, expected) => {
    expect(clientAddress(requestFrom(remote), 0)).toBe(expected)
  })

  test('only proxies we know are believed, each for the one before it', () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 9.9.9.9, 10.0.0.2' }
    expect(clientAddress(requestFrom('10.0.0.1', headers), 0)).toBe('10.0.0.1')
    expect(clientAddress(requestFrom('10.0.0.1', headers), 1)).toBe('10.0.0.2')
    expect(clientAddress(requestFrom('10.0.0.1', headers), 2)).toBe('9.9.9.9')
    expect(clientAddress(requestFrom('10.0.0.1'), 2)).toBe('10.0.0.1')
  })

  test.each([
    [true, { host: 'play.example' }],
    [true, { host: 'play.example', origin: 'https://play.example' }],
    [true, { host: '192.168.0.7:8080', origin: 'http://192.168.0.7:8080' }],
    [true, { host: 'play.example', origin: 'https://friend.example' }],
    [false, { host: 'play.example', origin: 'https://play.example.evil.example' }],
    [false, { host: 'play.example:8080', origin: 'https://play.example' }],
    [false, { host: 'play.example', origin: 'null' }],
    [false, { host: 'play.example', origin: 'https://friend.example:444' }],
  ])('an origin is let in: %s %o', (allowed, headers) => {
    expect(originAllowed(requestFrom('127.0.0.1', headers), ['https://friend.example'])).toBe(allowed)
  })
})
