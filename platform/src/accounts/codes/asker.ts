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

/** An IPv4 address, or the /64 of an IPv6 address, which is what one customer of a network has. */
export const addressGroup = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('%')[0]?.toLowerCase().split('::') ?? []
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
