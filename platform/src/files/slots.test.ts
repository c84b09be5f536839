import { expect, it } from 'vitest'
import { slots } from './image-form.ts'

it('runs so many at once, the others in the order they came, and goes on after a failure', async () => {
  const inSlot = slots(2)
  const ends: (() => void)[] = []
  const begun: string[] = []
  const task =
    (name: string, fails = false) =>
    async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
      if (fails) throw new Error(name)
      return name
    }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const all = [inSlot(task('a', true)), inSlot(task('b')), inSlot(task('c')), inSlot(task('d'))]
  const results = Promise.allSettled(all)
  await settle()
  expect(begun).toEqual(['a', 'b'])
  ends.shift()?.()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const end of ends.splice(0)) end()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const end of ends.splice(0)) end()
  expect((await results).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  const last = inSlot(async () => 'e')
  expect(await last).toBe('e')
})
