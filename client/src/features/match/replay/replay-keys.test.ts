import { afterEach, expect, test, vi } from 'vitest'
import { isTaken } from './ReplayScreen.tsx'

/** As an element that is in what these selectors match. */
class Place extends EventTarget {
  within: readonly string[] = []
  closest = (selectors: string) => selectors.split(', ').some((one) => this.within.includes(one)) || null
}
const placeIn = (...within: string[]) => Object.assign(new Place(), { within })

afterEach(() => vi.unstubAllGlobals())

test.each([' ', 'ArrowLeft', 'Home'])('the replay leaves the key “%s” to the chat over it', (key) => {
  vi.stubGlobal('Element', Place)
  const [host, field] = [placeIn(), placeIn('[role=dialog]')]
  expect(isTaken({ key, composedPath: () => [field, host] })).toBe(true)
  expect(isTaken({ key, composedPath: () => [host] })).toBe(false)
})
