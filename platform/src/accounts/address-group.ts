/** The first groups of an IPv6 address, written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('%')[0]?.toLowerCase().split('::') ?? []
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail ?? '')].map(
    (group) => group.replace(/^0+(?=.)/, ''),
  )
}

const plainOf = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** An IPv4 address, or the /64 of an IPv6 address, which is the least that one customer of a network has. */
export const addressGroup = (address: string): string => {
  const plain = plainOf(address)
  return plain.includes(':') ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** A network that an address is in, and how many times as much as an address its limits allow. */
export type AddressNetwork = { group: string; times: number }

/**
 * The networks whose limits an address counts against, the narrowest first. An IPv4 address is its own. A customer of
 * an IPv6 network may have a /56 or a /48 (RIPE-690) and with it 256 or 65,536 of /64, so these count too; mobile
 * networks share one /48 among many customers, so it allows more.
 */
export const addressNetworks = (address: string): AddressNetwork[] => {
  const narrow = { group: addressGroup(address), times: 1 }
  const plain = plainOf(address)
  if (!plain.includes(':')) return [narrow]
  const [a = '0', b = '0', c = '0', d = '0'] = groupsOf(plain)
  const upper = d.padStart(4, '0').slice(0, 2)
  return [
    narrow,
    { group: `${[a, b, c, `${upper}00`.replace(/^0+(?=.)/, '')].join(':')}::/56`, times: 4 },
    { group: `${[a, b, c].join(':')}::/48`, times: 16 },
  ]
}
