import { subjectOf } from '../limits.ts'

/** Who asked for a code and may try it: a device, an address where no device is told, or an account. */
export type Asker = Uint8Array

export const deviceAsker = (deviceId: string): Asker => subjectOf('device', deviceId)
export const addressAsker = (address: string): Asker => subjectOf('address', addressGroup(address))
export const accountAsker = (playerId: string): Asker => subjectOf('account', playerId)

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
