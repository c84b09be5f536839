import { createHash } from 'node:crypto'

/** SHA-256 of what was asked for, to tell a repeated request from another one under the same key. */
export const requestHash = (...parts: readonly (string | bigint)[]): Uint8Array =>
  new Uint8Array(
    createHash('sha256')
      .update(JSON.stringify(parts.map(String)))
      .digest(),
  )

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0
