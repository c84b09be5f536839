import { expect, test } from 'vitest'
import { assign, createActor, emit, setup } from 'xstate'
import { lateActor } from './late-actor.ts'

type Event = { type: 'begin' } | { type: 'add'; by: number }
type Counted = { type: 'counted'; sum: number }

const counter = setup({
  types: {
    context: {} as { sum: number },
    input: {} as { sum: number },
    events: {} as Event,
    emitted: {} as Counted,
  },
}).createMachine({
  context: ({ input }) => input,
  initial: 'idle',
  states: {
    idle: { on: { begin: 'counting' } },
    counting: {
      on: {
        add: {
          actions: [
            assign({ sum: ({ context, event }) => context.sum + event.by }),
            emit(({ context }) => ({ type: 'counted' as const, sum: context.sum })),
          ],
        },
      },
    },
  },
})

/** A counter whose code comes when the test says so. */
const lateCounter = () => {
  const code = { resolve: () => {}, reject: (_error: Error) => {} }
  const coming = new Promise<void>((resolve, reject) => Object.assign(code, { resolve, reject }))
  const asked = { times: 0 }
  const actor = lateActor<{ context: { sum: number } }, Event, Counted>({
    first: () => ({ context: { sum: 10 } }),
    load: async ({ context }) => {
      asked.times += 1
      await coming
      return createActor(counter, { input: context })
    },
    begin: { type: 'begin' },
  })
  return { actor, code, asked }
}

test('an actor is what it is at first until its code is here, takes what it was sent before in order, and tells all', async () => {
  const { actor, code, asked } = lateCounter()
  const seen: number[] = []
  const heard: unknown[] = []
  const sums: number[] = []
  actor.subscribe(({ context }) => seen.push(context.sum))
  actor.on('*', (emitted) => heard.push(emitted))
  const counted = actor.on('counted', ({ sum }) => sums.push(sum))
  expect([actor.getSnapshot(), asked.times]).toEqual([{ context: { sum: 10 } }, 0])
  actor.send({ type: 'add', by: 1 })
  actor.send({ type: 'add', by: 2 })
  expect([actor.getSnapshot().context.sum, asked.times]).toEqual([10, 1])
  code.resolve()
  await actor.load()
  expect(actor.getSnapshot().context.sum).toBe(13)
  expect(seen).toEqual([13])
  expect(sums).toEqual([11, 13])
  counted.unsubscribe()
  actor.send({ type: 'add', by: 4 })
  expect([seen, sums, asked.times]).toEqual([[13, 17], [11, 13], 1])
  expect(heard).toEqual([11, 13, 17].map((sum) => ({ type: 'counted', sum })))
})

test('one whose code can’t be had says so to those who load it, and stays what it is', async () => {
  const { actor, code } = lateCounter()
  actor.send({ type: 'add', by: 1 })
  code.reject(new Error('no network'))
  await expect(actor.load()).rejects.toThrow('no network')
  expect(actor.getSnapshot().context.sum).toBe(10)
})

test('one that shows what was asked of it does so though its code can’t be had', async () => {
  const asked: Event[] = []
  const actor = lateActor<{ context: { sum: number } }, Event, Counted>({
    first: () => ({ context: { sum: 10 } }),
    load: () => Promise.reject(new Error('no network')),
    without: (event) => {
      asked.push(event)
      return { context: { sum: event.type === 'add' ? event.by : 0 } }
    },
  })
  const seen: number[] = []
  actor.subscribe(({ context }) => seen.push(context.sum))
  actor.send({ type: 'add', by: 7 })
  await expect(actor.load()).rejects.toThrow('no network')
  expect([actor.getSnapshot().context.sum, seen]).toEqual([7, [7]])
  actor.send({ type: 'begin' })
  await expect(actor.load()).rejects.toThrow('no network')
  expect([actor.getSnapshot().context.sum, seen, asked.length]).toEqual([0, [7, 0], 2])
})
