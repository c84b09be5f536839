import { createHash } from 'node:crypto'
import { normalizeEmail, normalizePhone } from '@minefall/shared/contact'
import type { DestinationDetails } from '@minefall/shared/payments'

/** The country of an Alipay account's phone number that says none. */
const alipayDialCode = '86'

/** Where money arrives, in one form however it is written; letters of an ERC20 address only carry a checksum. */
const placeOf = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay':
      return (
        normalizePhone(details.account, alipayDialCode) ?? normalizeEmail(details.account) ?? details.account
      )
    case 'usdt':
      return details.network === 'ERC20' ? details.address.toLowerCase() : details.address
    case 'bank':
      return details.cardNumber
  }
}

/** SHA-256 of where money would go: equal for equal accounts, whoever saves them and under whatever name. */
export const destinationFingerprint = (details: DestinationDetails): Uint8Array => {
  const network = details.method === 'usdt' ? details.network : null
  const place = JSON.stringify([details.method, network, placeOf(details)])
  return Uint8Array.from(createHash('sha256').update(place).digest())
}
