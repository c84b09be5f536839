import type { OrderKind } from '@minefall/shared/payments'

export type RandomBytes = (count: number) => Uint8Array

/** Digits, all equally likely: bytes from 250 on would make the low ones likelier. */
export const drawDigits = (count: number, randomBytes: RandomBytes): string => {
  let digits = ''
  while (digits.length < count)
    for (const byte of randomBytes(count))
      if (byte < 250 && digits.length < count) digits += String(byte % 10)
  return digits
}

/** What people call an order, such as `D48213-7720`: drawn, so that it tells nothing of how many there are. */
export const drawOrderNumber = (kind: OrderKind, randomBytes: RandomBytes): string => {
  const digits = drawDigits(9, randomBytes)
  return `${kind === 'deposit' ? 'D' : 'W'}${digits.slice(0, 5)}-${digits.slice(5)}`
}
