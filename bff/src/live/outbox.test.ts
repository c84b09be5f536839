import { expect, test } from 'vitest'
import { Outbox } from './outbox.ts'
import { packet, pingFrame, textFrame } from './packet.ts'

/** An outbox over a stream that tells what is written to it, and takes it only where `takes` says so. */
const outboxUnderTest = () => {
  const written: string[] = []
  let filled = 0
  const state = { takes: true }
  const tcp = {
    writable: true,
    writableLength: 0,
    write: (frames: Uint8Array | string) => {
      written.push(Buffer.from(frames).toString('latin1'))
      return state.takes
    },
  }
  const stream: { readyState: 0 | 1 | 2 | 3 } = { readyState: 1 }
  const outbox = new Outbox(stream, tcp, {
    filled: () => {
      filled += 1
    },
  })
  return { outbox, stream, tcp, written, state, filled: () => filled }
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
  expect(written).toEqual([answer + plain(said)])
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

test('a ping overtakes no answer', () => {
  const { outbox, written } = outboxUnderTest()
  outbox.answererOf('12')('yes')
  expect(outbox.ping()).toBe(true)
  expect(written).toEqual([answer + plain(pingFrame)])
})

test('what the stream holds back is queued', () => {
  const { outbox, tcp } = outboxUnderTest()
  tcp.writableLength = 6
  outbox.answererOf('12')('yes')
  expect(outbox.queued()).toBe(6 + answer.length)
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

test.each([
  ['that is closing', { stream: { readyState: 2 } }],
  ['whose stream has ended', { tcp: { writable: false } }],
])('a connection %s is sent nothing', async (_which, { stream, tcp }: { stream?: object; tcp?: object }) => {
  const made = outboxUnderTest()
  const { outbox, written } = made
  outbox.answererOf('12')('yes')
  Object.assign(made.stream, stream)
  Object.assign(made.tcp, tcp)
  outbox.send(said)
  outbox.answererOf('13')('yes')
  expect(outbox.ping()).toBe(false)
  await turn()
  expect(written).toEqual([])
})
