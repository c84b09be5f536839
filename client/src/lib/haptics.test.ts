import { describe, expect, it } from 'vitest'
import { feel } from './haptics.ts'

describe('vibration', () => {
  it('is felt where there is a motor', () => {
    const felt: unknown[] = []
    const vibrate = (pattern: unknown) => {
      felt.push(pattern)
      return true
    }
    expect(feel('yourTurn', { vibrate })).toBe(true)
    expect(felt).toEqual([[40, 60, 40]])
  })

  it('is left out where there is none, where it throws, and before the first gesture', () => {
    expect(feel('mine', {})).toBe(false)
    const vibrate = () => {
      throw new Error('not here')
    }
    expect(feel('mine', { vibrate })).toBe(false)
    const userActivation = { hasBeenActive: false, isActive: false }
    expect(feel('mine', { vibrate: () => true, userActivation })).toBe(false)
  })
})
