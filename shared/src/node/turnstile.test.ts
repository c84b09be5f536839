import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { turnstile } from './turnstile.ts'

/** Some who ask to be let through, by their keys: the outcome of each so far, and what lets them leave and give up. */
const crowd = (limits: { atOnce: number; longest: number }) => {
  const inTurn = turnstile<string>(limits)
  const turns: string[] = []
  const leaves: (() => void)[] = []
  const conns: EventEmitter[] = []
  const join = (key: string) => {
    const index = turns.push('waiting') - 1
    const conn = new EventEmitter()
    conns.push(conn)
    const stay = () =>
      new Promise<true>((leave) => {
        turns[index] = 'inside'
        leaves[index] = () => leave(true)
      })
    void inTurn(key, stay, conn).then((stayed) => {
      turns[index] = stayed ? 'left' : 'not let in'
    })
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    join,
    conns,
    async turns() {
      await settled()
      return turns
    },
    leave: (index: number) => leaves[index]?.(),
    giveUp: (index: number) => conns[index]?.emit('close'),
  }
}

test('lets so many through at a time, and the others in order', async () => {
  const { join, turns, leave } = crowd({ atOnce: 2, longest: 10 })
  for (let n = 0; n < 4; n++) join('a')
  expect(await turns()).toEqual(['inside', 'inside', 'waiting', 'waiting'])
  leave(1)
  expect(await turns()).toEqual(['inside', 'left', 'inside', 'waiting'])
  leave(0)
  expect(await turns()).toEqual(['left', 'left', 'inside', 'inside'])
})

test('a line is as long as it may be, and another key has its own line', async () => {
  const { join, turns, leave } = crowd({ atOnce: 1, longest: 1 })
  for (const key of ['a', 'a', 'a', 'b']) join(key)
  expect(await turns()).toEqual(['inside', 'waiting', 'not let in', 'inside'])
  leave(0)
  expect(await turns()).toEqual(['left', 'inside', 'not let in', 'inside'])
})

test('who gives up is passed by and makes room, and is heard no more once it is their turn', async () => {
  const { join, turns, leave, giveUp, conns } = crowd({ atOnce: 1, longest: 1 })
  join('a')
  join('a')
  giveUp(1)
  expect(await turns()).toEqual(['inside', 'not let in'])
  join('a')
  leave(0)
  expect(await turns()).toEqual(['left', 'not let in', 'inside'])
  expect(conns.map((conn) => conn.listenerCount('close'))).toEqual([0, 0, 0])
  leave(2)
  join('a')
  expect((await turns()).at(-1)).toBe('inside')
})

test('who fails inside makes room all the same', async () => {
  const inTurn = turnstile<string>({ atOnce: 1, longest: 1 })
  const failing = inTurn('a', () => Promise.reject(new Error('no')))
  const next = inTurn('a', async () => 'in')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('in')
})
