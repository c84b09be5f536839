import { manualClock } from '@minefall/shared/testing'
import { expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { Intake, intakeRules } from './intake.ts'

/** With these a socket may send 30 packets a second and 33 at once, and is held back for 2 s at most. */
const settings = readBffSettings({
  LIVE_SOCKET_RATE: '10',
  LIVE_SOCKET_BURST: '5',
  LIVE_FLOOD_REFUSALS: '5',
  LIVE_STRIKES: '1',
  LIVE_MESSAGE_BYTES: '1024',
  LIVE_HELD_MS: '2000',
})

const socket = () => {
  const clock = manualClock()
  const calls: string[] = []
  const tcp = { bytesRead: 0 }
  const stream = { pause: () => void calls.push('pause'), resume: () => void calls.push('resume') }
  const seen = new Intake(intakeRules(settings, clock), stream, tcp, {
    flooded: () => void calls.push('flooded'),
  })
  const send = (count: number, bytes = 2) => {
    for (let n = 0; n < count; n++) {
      tcp.bytesRead += bytes
      seen.count(bytes)
    }
  }
  return { clock, calls, seen, send }
}

test('what the limits on messages can refuse passes untouched', () => {
  const { calls, send } = socket()
  send(33)
  expect(calls).toEqual([])
})

test('more is read at the rate allowed, pings and pongs like messages', async () => {
  const { calls, clock, seen, send } = socket()
  send(33)
  for (let n = 0; n < 3; n++) seen.count()
  expect(calls).toEqual(['pause'])
  await clock.advance(99)
  expect(calls).toEqual(['pause'])
  await clock.advance(1)
  expect(calls).toEqual(['pause', 'resume'])
  await clock.advance(1_000)
  send(30)
  expect(calls).toEqual(['pause', 'resume'])
})

test('held back for too long altogether is flooding, told once', async () => {
  const { calls, clock, send } = socket()
  send(33)
  for (let n = 0; n < 60; n++) {
    send(30)
    await clock.advance(1_000)
  }
  expect(calls.filter((call) => call === 'flooded')).toEqual(['flooded'])
  expect(calls.at(-2)).toBe('resume')
  expect(clock.pending()).toBe(0)
})

test('many packets in one chunk are flooding at once', () => {
  const { calls, send } = socket()
  send(1_000)
  expect(calls).toEqual(['pause', 'resume', 'flooded'])
})

test('bytes count as well, fragments of messages to come included', () => {
  const { calls, send } = socket()
  send(1, 12 * 1024)
  expect(calls).toEqual(['pause'])
})

test.each([
  ['within the limit', 1_024, false],
  ['above it', 1_025, true],
])('notes whether a large message may have come: one %s', (_name, bytes, large) => {
  const { seen, send } = socket()
  send(1, bytes)
  expect(seen.sawLarge).toBe(large)
})

test('a socket that has gone leaves no timer', () => {
  const { clock, seen, send } = socket()
  send(34)
  expect(clock.pending()).toBe(1)
  seen.close()
  expect(clock.pending()).toBe(0)
  send(1_000)
  expect(clock.pending()).toBe(0)
})
