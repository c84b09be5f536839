import { expect, test } from 'vitest'
import { boundedMemory } from './calls.ts'

test('what arrives for a call after it was ended for memory does not count, then or when it closes', () => {
  const ended: string[] = []
  const memory = boundedMemory(100)
  const callOf = (name: string) => memory(() => ended.push(name))
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
