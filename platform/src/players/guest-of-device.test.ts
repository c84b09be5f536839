import { seededHex, seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { guestOfDevice } from './guest-of-device.ts'

const key = new Uint8Array(32).fill(1)
const otherKey = new Uint8Array(32).fill(2)
const deviceId = seededHex(seededRandom(1), 16)

describe('the guest of a device', () => {
  it('is the same wherever the key is, and another one with another key or number', () => {
    const guest = guestOfDevice(key, deviceId, 0)
    expect(guestOfDevice(Uint8Array.from(key), deviceId, 0)).toEqual(guest)
    const others = [
      guestOfDevice(otherKey, deviceId, 0),
      guestOfDevice(key, deviceId, 1),
      guestOfDevice(key, seededHex(seededRandom(2), 16), 0),
    ]
    for (const other of others) expect(other.id).not.toBe(guest.id)
  })

  it('has a UUID of version 8, a name and an avatar', () => {
    for (let nth = 0; nth < 200; nth++) {
      const { id, kind, name, avatar } = guestOfDevice(key, deviceId, nth)
      expect(z.uuid().parse(id)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      expect({ kind, name, avatar }).toEqual({
        kind: 'guest',
        name: expect.stringMatching(/^[A-Z][a-z]{2,4} [1-9]\d{1,2}$/),
        avatar: expect.any(String),
      })
    }
  })

  it('is drawn as evenly as if by chance', () => {
    const guests = Array.from({ length: 500 }, (_, nth) => guestOfDevice(key, deviceId, nth))
    expect(new Set(guests.map(({ avatar }) => avatar)).size).toBe(8)
    expect(new Set(guests.map(({ name }) => name)).size).toBeGreaterThan(480)
    expect(new Set(guests.map(({ id }) => id)).size).toBe(500)
  })
})
