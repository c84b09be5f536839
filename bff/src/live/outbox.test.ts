import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Outbox } from './outbox.ts'
import { packet, pingFrame, textFrame } from './packet.ts'

/** An outbox over a stream that tells what is written to it, and takes it only where `takes` says so. */
const outboxUnderTest = () => {
  const written: string[] = []
  let filled = 0
  const state = { takes: true }
  const tcp = Object.assign(new Socket(), {
    write: (frames: Buffer) => {
      written.push(frames.toString('latin1'))
      return state.takes
    },
  })
  Object.defineProperty(tcp, 'writable', { value: true })
  const events = new EventEmitter()
  const engine = Object.assign(events, {
    readyState: 'open',
    write: (text: string) => written.push(`engine ${text}`),
    close: () => {
      engine.readyState = 'closed'
    },
  })
  const outbox = new Outbox(engine, tcp, {
    filled: () => {
      filled += 1
    },
  })
  return { outbox, engine, events, written, state, filled: () => filled }
}

const plain = (frame: Buffer) => frame.toString('latin1')
const said = packet('paused', { paused: true })
const answer = plain(textFrame('4312["yes"]'))
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('an answer leaves in one write with what is sent behind it', () => {
  const { outbox, written } = outboxUnderTest()
  outbox.answererOf('12')('yes')
  expect(written).toEqual([])
  expect(outbox.queued()).toBe(answer.length)
  outbox.send(said)
  expect(written).toEqual([answer + plain(said.frame)])
  expect(outbox.queued()).toBe(0)
})

test('answers leave together at the end of the turn, each once', async () => {
  const { outbox, written } = outboxUnderTest()
  const answerer = outbox.answererOf('12')
  answerer('yes')
  answerer('no')
  outbox.answererOf('12')('yes')
  await turn()
  expect(written).toEqual([answer + answer])
  await turn()
  expect(written).toHaveLength(1)
})

test('neither a ping nor what engine.io sends overtakes an answer', () => {
  const { outbox, written, events } = outboxUnderTest()
  outbox.answererOf('12')('yes')
  expect(outbox.ping()).toBe(true)
  outbox.answererOf('12')('yes')
  events.emit('packetCreate', { data: 'close' })
  expect(written).toEqual([answer, plain(pingFrame), answer])
})

test('behind what engine.io holds back everything waits with it, and no one is asked for a sign of life', () => {
  const { outbox, written, events } = outboxUnderTest()
  events.emit('packetCreate', { data: '12345' })
  expect(outbox.queued()).toBe(6)
  outbox.answererOf('12')('yes')
  outbox.send(said)
  expect(outbox.ping()).toBe(false)
  expect(written).toEqual(['engine 312["yes"]', `engine ${said.text}`])
  events.emit('flush')
  outbox.send(said)
  expect(written.at(-1)).toBe(plain(said.frame))
})

test('says when the kernel did not take all', async () => {
  const { outbox, state, filled } = outboxUnderTest()
  outbox.send(said)
  expect(filled()).toBe(0)
  state.takes = false
  outbox.send(said)
  outbox.answererOf('12')('yes')
  await turn()
  expect(filled()).toBe(2)
})

test('a connection that is closing is sent nothing', async () => {
  const { outbox, engine, written } = outboxUnderTest()
  outbox.answererOf('12')('yes')
  engine.readyState = 'closing'
  outbox.send(said)
  outbox.answererOf('13')('yes')
  expect(outbox.ping()).toBe(false)
  await turn()
  expect(written).toEqual([])
})
