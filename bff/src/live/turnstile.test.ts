import { expect, test } from 'vitest'
import { turnstile } from './turnstile.ts'

/** What became of each place so far, in the order they were asked for. */
const watch = (places: readonly ReturnType<ReturnType<typeof turnstile>['join']>[]) => {
  const turns = places.map(() => 'waiting')
  const leaves: (() => void)[] = []
  places.forEach((place, index) => {
    if (!place) turns[index] = 'refused'
    void place?.turn.then((leave) => {
      turns[index] = leave ? 'inside' : 'gone'
      if (leave) leaves[index] = leave
    })
  })
  return { turns, leave: (index: number) => leaves[index]?.() }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('lets so many through at a time, the others in order, and each of them once', async () => {
  const gate = turnstile({ atOnce: 2, longest: 10 })
  const { turns, leave } = watch(Array.from({ length: 4 }, () => gate.join('a')))
  await settled()
  expect(turns).toEqual(['inside', 'inside', 'waiting', 'waiting'])
  leave(1)
  leave(1)
  await settled()
  expect(turns).toEqual(['inside', 'inside', 'inside', 'waiting'])
  leave(0)
  await settled()
  expect(turns).toEqual(['inside', 'inside', 'inside', 'inside'])
})

test('a line is as long as it may be, and another key has a line of its own', async () => {
  const gate = turnstile({ atOnce: 1, longest: 1 })
  const { turns, leave } = watch([gate.join('a'), gate.join('a'), gate.join('a'), gate.join('b')])
  await settled()
  expect(turns).toEqual(['inside', 'waiting', 'refused', 'inside'])
  leave(0)
  await settled()
  expect(turns).toEqual(['inside', 'inside', 'refused', 'inside'])
})

test('who gives up is passed by and makes room', async () => {
  const gate = turnstile({ atOnce: 1, longest: 1 })
  const places = [gate.join('a'), gate.join('a')]
  places[1]?.giveUp()
  const { turns, leave } = watch([...places, gate.join('a')])
  await settled()
  expect(turns).toEqual(['inside', 'gone', 'waiting'])
  leave(0)
  await settled()
  expect(turns).toEqual(['inside', 'gone', 'inside'])
})
