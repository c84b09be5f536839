import { playerViewSchema } from '@minefall/shared/game'
import { seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { drawGuest, guestAvatars } from './guest-names.ts'

describe('drawGuest', () => {
  it('draws a name with two or three digits and an avatar that others may be shown', () => {
    const random = seededRandom(7)
    for (let count = 0; count < 2_000; count++) {
      const guest = drawGuest(random)
      expect(guest.name).toMatch(/^[A-Z][a-z]{2,4} [1-9]\d{1,2}$/)
      expect(playerViewSchema.safeParse({ ...guest, kind: 'guest' }).success).toBe(true)
    }
  })

  it('holds at both ends of the random numbers', () => {
    expect(drawGuest(() => 0)).toEqual({ name: 'Abo 10', avatar: 'fox' })
    expect(drawGuest(() => 1 - 2 ** -53)).toEqual({ name: 'Zumi 999', avatar: 'penguin' })
  })

  it('gives every avatar, and names that seldom meet', () => {
    const random = seededRandom(8)
    const guests = Array.from({ length: 500 }, () => drawGuest(random))
    expect(new Set(guests.map(({ avatar }) => avatar))).toEqual(new Set(guestAvatars))
    expect(new Set(guests.map(({ name }) => name)).size).toBeGreaterThan(480)
  })
})
