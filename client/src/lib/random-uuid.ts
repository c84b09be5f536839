import { randomHex } from '../machines/connection/identity.ts'

/**
 * A random UUID (version 4). The browser's own `crypto.randomUUID` is there on secure pages alone, and a page of a local
 * network may be none.
 */
export const randomUuid = (draw: (bytes: number) => string = randomHex): string => {
  const hex = draw(16)
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
