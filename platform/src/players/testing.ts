import type { Clock } from '@minefall/shared/node'
import type { Lane } from '../db/index.ts'
import { type Guests, type GuestsOptions, guestBook } from './guests.ts'
import type { Player } from './player-row.ts'

/** For tests alone: guests by a key of their own, as many of an address as come unless told. */
export const testGuests = (clock: Clock, options: Partial<Omit<GuestsOptions, 'clock'>> = {}): Guests =>
  guestBook({ key: new Uint8Array(32).fill(9), clock, countNew: async () => null, ...options })

/** For tests alone: the guest of a device, kept as if by a first seat. */
export const keepGuest = (db: Lane, guests: Guests, deviceId: string): Promise<Player> =>
  db.transaction((tx) => guests.keepAnyway(tx, deviceId))
