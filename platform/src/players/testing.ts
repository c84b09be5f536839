import type { Clock } from '@minefall/shared/node'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import type { Lane } from '../db/index.ts'
import { becomePlayer } from './become-player.ts'
import { type Guests, type GuestsOptions, guestBook, type Player } from './guests.ts'

let devices = 0
/** A device id that no other test uses. */
export const device = (): string => seededHex(seededRandom(1_000 + ++devices), 16)

/** Guests under a key for tests. Without `limitsOfNew` an address may bring any number. */
export const testGuests = (clock: Clock, options: Partial<Omit<GuestsOptions, 'clock'>> = {}): Guests =>
  guestBook({ key: new Uint8Array(32).fill(9), clock, limitsOfNew: () => [[], [], []], ...options })

/** Stores the guest of a device, as a first seat would. */
export const keepGuest = (db: Lane, guests: Guests, deviceId: string): Promise<Player> =>
  db.transaction((tx) => guests.keepAnyway(tx, deviceId))

/** Turns the guest of a device into an account and resolves with its id. */
export const registerGuest = (db: Lane, guests: Guests, deviceId: string): Promise<string> =>
  db.transaction((tx) => becomePlayer(tx, { guests, deviceId, trialCoins: 1_000n }))
