import { describe, expect, it } from 'vitest'
import { clueOf, newPractice, openPractice, practiceScene, practiceState } from './practice.ts'

describe('the practice board', () => {
  it('counts all eight neighbors, corners too', () => {
    const practice = newPractice()
    expect(clueOf(practice, 0)).toBe(1)
    expect(clueOf(practice, 1)).toBe(2)
    expect(clueOf(practice, 6)).toBe(2)
    expect(clueOf(practice, 10)).toBe(2)
    expect(clueOf(practice, 12)).toBe(0)
  })

  it('is lost on a mine and then takes no more', () => {
    const hit = openPractice(newPractice(), 5)
    expect(practiceState(hit)).toBe('mine')
    expect(openPractice(hit, 0)).toBe(hit)
    expect(practiceScene(hit)).toMatchObject({ playable: false })
    expect(practiceScene(hit).tiles[5]).toMatchObject({ kind: 'mine', last: true })
  })

  it('is cleared when every safe tile is open', () => {
    const safe = Array.from({ length: 16 }, (_, tile) => tile).filter((tile) => ![2, 5, 15].includes(tile))
    const end = safe.reduce(openPractice, newPractice())
    expect(practiceState(end)).toBe('cleared')
  })
})
