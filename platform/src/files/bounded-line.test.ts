import { expect, it } from 'vitest'
import { Busy } from '../http/index.ts'
import { boundedLine } from './bounded-line.ts'

it('runs one at a time in the order they came, turns away who finds it full, and goes on after a failure', async () => {
  const inLine = boundedLine(2)
  const ended: string[] = []
  let running = 0
  const task =
    (name: string, fails = false) =>
    async () => {
      expect(++running).toBe(1)
      await Promise.resolve()
      running--
      ended.push(name)
      if (fails) throw new Error(name)
      return name
    }
  const all = [inLine(task('a')), inLine(task('b', true)), inLine(task('c')), inLine(task('d'))]
  const results = await Promise.allSettled(all)
  expect(ended).toEqual(['a', 'b', 'c'])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  await expect(all[1]).rejects.toThrow('b')
  await expect(all[3]).rejects.toBeInstanceOf(Busy)
  expect(await inLine(task('e'))).toBe('e')
})
