import { addressGroup } from '../address-group.ts'
import { subjectOf } from '../limits.ts'

/**
 * Who asked for a code and may try it: a device, an address where no device is told, or an account. With a withdrawal
 * it is also what for, so that its code opens no other.
 */
export type Asker = Uint8Array

export const deviceAsker = (deviceId: string): Asker => subjectOf('device', deviceId)
export const addressAsker = (address: string): Asker => subjectOf('address', addressGroup(address))
export const accountAsker = (playerId: string): Asker => subjectOf('account', playerId)

/** What a withdrawal takes, in coins, and where to: all that its code is good for. */
export type CodedWithdrawal = { playerId: string; destinationId: string; amount: bigint }
export const withdrawalAsker = ({ playerId, destinationId, amount }: CodedWithdrawal): Asker =>
  subjectOf('withdrawal', playerId, destinationId, String(amount))
