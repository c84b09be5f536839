import { expect, test } from 'vitest'
import { boundedMemory } from './calls.ts'

test('what arrives for a call after it was ended for memory does not count, then or when it closes', () => {
  const ended: string[] = []
  const memory = boundedMemory(100)
  const callOf = (name: string) => memory('192.0.2.1', () => ended.push(name))
  const [greedy, patient, last] = [callOf('greedy'), callOf('patient'), callOf('last')]
  greedy.keep(101)
  greedy.keep(101)
  expect(ended).toEqual(['greedy'])
  greedy.forget()
  patient.keep(60)
  expect(ended).toEqual(['greedy'])
  last.keep(60)
  expect(ended).toEqual(['greedy', 'patient'])
})

test('of too much that is kept, calls of the address with most of it end, the oldest first', () => {
  const ended: string[] = []
  const memory = boundedMemory(100)
  const callOf = (address: string, name: string) => memory(address, () => ended.push(name))
  const [slow, ...greedy] = [
    callOf('192.0.2.1', 'slow'),
    ...'abcd'.split('').map((name) => callOf('192.0.2.2', name)),
  ]
  slow.keep(20)
  for (const { keep } of greedy) keep(30)
  expect(ended).toEqual(['a', 'b'])
  for (const { forget } of [...greedy, slow]) forget()
  const late = callOf('192.0.2.2', 'late')
  late.keep(100)
  expect(ended).toEqual(['a', 'b'])
})
