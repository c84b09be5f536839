import { expect, test } from 'vitest'
import { heldBodies } from './bodies.ts'

const megabyte = 1024 * 1024

test('bodies on their way are bounded: an address may hold the less the more others hold, and small ones find room', () => {
  const bodies = heldBodies()
  const release: (() => void)[] = []
  const holdAll = (address: string, bytes: number): number => {
    let held = 0
    for (let one = bodies.hold(address, bytes); one; one = bodies.hold(address, bytes)) {
      release.push(one)
      held += bytes
    }
    return held / megabyte
  }
  expect(holdAll('first', megabyte)).toBeGreaterThan(16)
  expect(holdAll('first', megabyte)).toBe(0)
  const others = Array.from({ length: 200 }, (_, nth) => holdAll(`other ${nth}`, megabyte / 4))
  expect(others.reduce((sum, held) => sum + held)).toBeLessThan(128)
  expect(others.at(-1)).toBeLessThan(1)
  const small = bodies.hold('someone', 10_000)
  expect(small).not.toBeNull()
  for (const one of release) one()
  expect(holdAll('last', megabyte)).toBeGreaterThan(16)
})
