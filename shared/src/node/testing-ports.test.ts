import { expect, it } from 'vitest'
import { freePort } from './testing-ports.ts'

it('a port is given to one caller alone, though no one listens there yet', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
})
