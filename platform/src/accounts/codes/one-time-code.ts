import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Contact } from '@minefall/shared/contracts/rest'
import type { KeyRing } from '../../http/index.ts'
import type { Asker } from '../devices.ts'

/** What a code is for: signing in, securing an account, proving a new contact, or one withdrawal. */
export type Purpose = 'login' | 'security' | 'change' | 'withdrawal'

/** What a code is bound to: it opens nothing else. */
export type Binding = { contact: Pick<Contact, 'kind' | 'value'>; purpose: Purpose; asker: Asker }

/** The largest multiple of a million in 32 bits: numbers above it would make low codes likelier. */
const fairBelow = 4_294_000_000

/** Six digits, all equally likely. */
export const drawCode = (randomBytes: (count: number) => Uint8Array): string => {
  for (;;) {
    const number = Buffer.from(randomBytes(4)).readUInt32BE()
    if (number < fairBelow) return String(number % 1_000_000).padStart(6, '0')
  }
}

const macWith = (key: Uint8Array, { contact, purpose, asker }: Binding, code: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, contact.kind, contact.value, Buffer.from(asker).toString('hex'), code]))
    .digest()

/** What is kept of a code. */
export const codeMac = ({ current }: KeyRing, binding: Binding, code: string): Uint8Array =>
  Uint8Array.from(macWith(current.key, binding, code))

/** Compares in the same time whatever is equal. */
export const isCode = ({ all }: KeyRing, binding: Binding, mac: Uint8Array, code: string): boolean => {
  let equal = false
  for (const key of all.values()) if (timingSafeEqual(macWith(key, binding, code), mac)) equal = true
  return equal
}
