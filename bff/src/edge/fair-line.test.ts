import { expect, test } from 'vitest'
import { fairLine } from './fair-line.ts'

/** A line whose comings and goings are reported in order. */
const watchedLine = (options: Parameters<typeof fairLine>[0]) => {
  const line = fairLine(options)
  const inside: string[] = []
  const leaving = new Map<string, () => void>()
  return {
    inside,
    join(key: string, name: string) {
      const place = line.join(key)
      void place?.turn.then((leave) => {
        if (!leave) return
        inside.push(name)
        leaving.set(name, leave)
      })
      return place
    },
    async leave(name: string) {
      leaving.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('lets keys through in turn, however many one of them has waiting', async () => {
  const line = watchedLine({ inAll: 2, ofOne: 2, waitingOfOne: 10 })
  for (const n of [1, 2, 3, 4]) line.join('a', `a${n}`)
  line.join('b', 'b1')
  await line.leave('none')
  expect(line.inside).toEqual(['a1', 'a2'])
  await line.leave('a1')
  expect(line.inside).toEqual(['a1', 'a2', 'b1'])
  await line.leave('b1')
  await line.leave('a2')
  expect(line.inside).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('bounds how many of a key are inside and how many wait', async () => {
  const line = watchedLine({ inAll: 10, ofOne: 1, waitingOfOne: 2 })
  const places = [1, 2, 3, 4].map((n) => line.join('a', `a${n}`))
  expect(places.map((place) => place !== null)).toEqual([true, true, true, false])
  line.join('b', 'b1')
  await line.leave('none')
  expect(line.inside).toEqual(['a1', 'b1'])
})

test('a place that is given up is no one’s, and one left twice is left once', async () => {
  const line = watchedLine({ inAll: 1, ofOne: 1, waitingOfOne: 10 })
  line.join('a', 'a1')
  const given = line.join('a', 'a2')
  for (const n of [3, 4]) line.join('a', `a${n}`)
  given?.giveUp()
  expect(await given?.turn).toBeNull()
  await line.leave('a1')
  await line.leave('a1')
  expect(line.inside).toEqual(['a1', 'a3'])
  await line.leave('a3')
  expect(line.inside).toEqual(['a1', 'a3', 'a4'])
})
