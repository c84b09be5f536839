import { EventEmitter } from 'node:events'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
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

type Heard = { message: [data: Uint8Array, isBinary: boolean]; ping: []; pong: []; error: [] }

const socket = () => {
  const clock = manualClock()
  let behindMs = 0
  const told = { ...clock, now: () => clock.now() - behindMs }
  const calls: string[] = []
  const tcp = { bytesRead: 0 }
  const stream = Object.assign(new EventEmitter<Heard>(), {
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
  })
  const left: string[] = []
  stream.on('message', (data: Uint8Array) => left.push(String(data)))
  const seen = new Intake(intakeRules(settings, told), stream, tcp, {
    flooded: () => calls.push('flooded'),
  })
  const send = (count: number, data: Uint8Array = Buffer.from('2x'), isBinary = false) => {
    for (let n = 0; n < count; n++) {
      tcp.bytesRead += data.length
      stream.emit('message', data, isBinary)
    }
  }
  const setBack = (ms: number) => {
    behindMs += ms
  }
  return { clock, calls, left, seen, stream, send, setBack }
}

test('what the limits on messages can refuse passes untouched', () => {
  const { calls, send } = socket()
  send(33)
  expect(calls).toEqual([])
})

test('more is read at the rate allowed, pings and pongs like messages', async () => {
  const { calls, clock, send, stream } = socket()
  send(33)
  stream.emit('ping')
  stream.emit('pong')
  stream.emit('ping')
  expect(calls).toEqual(['pause'])
  await clock.advance(99)
  expect(calls).toEqual(['pause'])
  await clock.advance(1)
  expect(calls).toEqual(['pause', 'resume'])
  await clock.advance(1_000)
  send(30)
  expect(calls).toEqual(['pause', 'resume'])
})

test('a clock that is set back holds no one for longer, and lets no one send more', async () => {
  const { calls, clock, send, setBack } = socket()
  send(36)
  setBack(3_600_000)
  await clock.advance(200)
  expect(calls).toEqual(['pause', 'resume'])
  send(3)
  expect(calls).toEqual(['pause', 'resume', 'pause'])
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
  send(1, Buffer.alloc(12 * 1024))
  expect(calls).toEqual(['pause'])
})

test.each([
  ['a text within the limit', Buffer.from('42["match.open"]'), false, false],
  ['a text above it', Buffer.alloc(1_025, '4'), false, true],
  ['a binary one', Buffer.from([1]), true, true],
  ['a binary one as text', Buffer.from('bAQ=='), false, true],
])('notes whether a large message may have come: %s', (_name, data, isBinary, large) => {
  const { seen, send } = socket()
  send(1, data, isBinary)
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

describe('once events are taken', () => {
  const taking = () => {
    const { left, seen, send } = socket()
    const taken: unknown[] = []
    seen.receiver = {
      take: (event) => taken.push(event),
      answered: () => taken.push('pong'),
      leaveToLibraries: () => left.push('all that follows:'),
    }
    return { left, taken, say: (text: string, isBinary = false) => send(1, Buffer.from(text), isBinary) }
  }

  test('the libraries see the pongs, and none of the events', () => {
    const { left, taken, say } = taking()
    for (const text of ['420["a",{}]', '3', '421["b","ü"]', '42["c"]']) say(text)
    expect(left).toEqual(['3'])
    expect(taken).toEqual([
      { name: 'a', payloads: [{}], ack: '0' },
      'pong',
      { name: 'b', payloads: ['ü'], ack: '1' },
      { name: 'c', payloads: [], ack: null },
    ])
  })

  test.each([
    ['a binary message', '420["a",{}]', true],
    ['an event with parts to come', '451-0["a",{"_placeholder":true,"num":0}]', false],
    ['another namespace', '42/admin,0["a",{}]', false],
    ['a disconnect', '41', false],
    ['a connect', '40', false],
    ['an acknowledgement', '430[]', false],
    ['no JSON', '420["a"', false],
    ['no list', '420{"a":1}', false],
    ['a name that is none', '420[7,{}]', false],
    ['a name that socket.io keeps for itself', '420["disconnect",{}]', false],
    ['a number too long', '421234567890["a",{}]', false],
  ])('%s is the libraries’, and whatever comes after it', (_what, text, isBinary) => {
    const { left, taken, say } = taking()
    say(text, isBinary)
    say('421["b",{}]')
    expect(left).toEqual(['all that follows:', text, '421["b",{}]'])
    expect(taken).toEqual([])
  })
})
