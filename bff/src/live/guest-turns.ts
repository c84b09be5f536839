import { bodyCode, refuse } from '@minefall/shared/contracts'
import type { Strangers } from '../edge/strangers.ts'
import type { Connection, Player } from './connection.ts'

/** The answer where too many wait for a turn already. */
export const tooCrowded = refuse<never>(
  bodyCode.unavailable,
  'too many are asking from this address; try again',
)

export type GuestTurn = ReturnType<typeof guestTurns>

/**
 * Waits until what this player asks for may begin: guests wait for a turn among all strangers, accounts for nothing. False
 * where too many of this address wait, or the connection has closed.
 */
export const guestTurns =
  (strangers: Strangers) =>
  async ({ arrival: { address, conn } }: Connection, { view }: Player): Promise<boolean> =>
    view.kind !== 'guest' || strangers.turn(address, conn)
