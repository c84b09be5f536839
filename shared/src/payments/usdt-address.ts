import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Network } from './order.ts'

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The bytes of a base58 text without leading zeros, which no TRC20 address has; null for other characters. */
const base58Bytes = (text: string): Uint8Array | null => {
  let number = 0n
  for (const character of text) {
    const digit = base58Alphabet.indexOf(character)
    if (digit < 0) return null
    number = number * 58n + BigInt(digit)
  }
  const digits = number.toString(16)
  const hex = digits.padStart(digits.length + (digits.length % 2), '0')
  return Uint8Array.from({ length: hex.length / 2 }, (_, place) =>
    Number.parseInt(hex.slice(place * 2, place * 2 + 2), 16),
  )
}

/** TRON: base58check of 0x41 and 20 bytes, with the first four bytes of a double SHA-256 behind. */
const isTrc20 = (address: string): boolean => {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  const bytes = base58Bytes(address)
  if (bytes?.length !== 25 || bytes[0] !== 0x41) return false
  const sum = sha256(sha256(bytes.subarray(0, 21)))
  return bytes.subarray(21).every((byte, place) => byte === sum[place])
}

/** Ethereum: 20 bytes in hex. Letters of both cases carry the checksum of EIP-55. */
const isErc20 = (address: string): boolean => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())))
  return [...digits].every((digit, place) => {
    const isUpper = Number.parseInt(hash[place] ?? '0', 16) >= 8
    return digit === (isUpper ? digit.toUpperCase() : digit.toLowerCase())
  })
}

const checks = { TRC20: isTrc20, ERC20: isErc20 } as const satisfies Record<
  Network,
  (address: string) => boolean
>

export const isUsdtAddress = (network: Network, address: string): boolean => checks[network](address)

/** The network whose address this is, or null: for telling someone that they chose the other one. */
export const networkOfAddress = (address: string): Network | null => {
  if (isTrc20(address)) return 'TRC20'
  return isErc20(address) ? 'ERC20' : null
}
