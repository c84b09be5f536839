/** Whether an address of a peer or of an interface is this machine's own: 127.0.0.0/8, also as IPv6 shows it, and ::1. */
export const isLoopbackAddress = (address: string | undefined): boolean =>
  address !== undefined && /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address)

/** Whether a host's name or address, with or without brackets, means this machine wherever it is used. */
export const isLoopbackHost = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return isLoopbackAddress(name) || name === 'localhost' || name.endsWith('.localhost')
}

const hostHeader = /^(?:\[([\da-f:.]+)\]|([^\s:/?#@\\[\]]+))(?::\d{0,5})?$/i

/**
 * The host that a `Host` header names, without its port, brackets and the dot of a full name, in small letters; null
 * where there is none or it can't be read.
 *
 * @example hostOf('Play.Example:8080') // 'play.example'
 */
export const hostOf = (header: string | undefined): string | null => {
  const [, address, name] = hostHeader.exec(header ?? '') ?? []
  return (address ?? name)?.toLowerCase().replace(/\.$/, '') ?? null
}
