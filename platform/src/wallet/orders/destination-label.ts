import { type DestinationDetails, destinationDetailsSchema } from '@minefall/shared/payments'

/** The ends of a text that is known by them; a short one loses its middle as well. */
const endsOf = (text: string, first: number, last: number): string =>
  text.length > first + last ? `${text.slice(0, first)}…${text.slice(-last)}` : `${text.slice(0, 1)}…`

/** A destination's account, address or card: for its owner's eyes, and for whoever pays it out. */
export const fullDestination = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay':
      return details.account
    case 'usdt':
      return details.address
    case 'bank':
      return details.cardNumber
  }
}

/** A destination's account, address or card, shortened so that its owner knows it again and nobody else learns it. */
export const destinationLabel = (details: DestinationDetails): string => {
  switch (details.method) {
    case 'alipay': {
      const at = details.account.lastIndexOf('@')
      if (at < 0) return endsOf(details.account, 3, 4)
      return `${details.account.slice(0, Math.max(1, Math.min(2, at - 1)))}…${details.account.slice(at)}`
    }
    case 'usdt':
      return endsOf(details.address, 6, 4)
    case 'bank':
      return `…${details.cardNumber.slice(-4)}`
  }
}

/** Where an order goes, in a line: of a card with the bank's name. */
export const orderDestination = (destination: unknown): string => {
  const details = destinationDetailsSchema.parse(destination)
  const label = destinationLabel(details)
  return details.method === 'bank' ? `${details.bankName} ${label}` : label
}
