import type { IncomingHttpHeaders } from 'node:http'

/** What a provider is asked to take money for. */
export type PaymentAsked = {
  orderId: string
  /** What people call the order. */
  number: string
  currency: string
  /** Smallest units of the currency, of which one has so many decimals. */
  amount: bigint
  decimals: number
  /** Until when it may be paid, in milliseconds since 1970. */
  expiresAt: number
}

/** Where the payer goes, and what the provider calls the payment. */
export type PaymentWindow = { reference: string; url: string }

/** What a provider tells: that a payment was made, or that it ended without one. */
export type PaymentEvent = {
  /** The provider's own, one for each event however often it is reported. */
  id: string
  kind: 'paid' | 'declined'
  reference: string
  /** The number of the order. */
  number: string
  currency: string
  /** In units of the currency, with all its decimals. */
  amount: string
}

/** A request as it came: the body byte by byte, since that is what is signed. */
export type Delivery = { headers: IncomingHttpHeaders; body: Uint8Array }

/** Why a delivery is not believed: not signed by the provider, signed at another time, or signed and yet no event. */
export type Disbelief = 'forged' | 'late' | 'unreadable'

export type ReadDelivery =
  | { disbelief: Disbelief }
  | { event: PaymentEvent; signature: Uint8Array; signedAt: number }

/** Who takes online payments. */
export type CheckoutProvider = {
  /** As in the address of its webhook. */
  name: string
  /** Whether it only pretends to move money. */
  sandbox: boolean
  /** Opens a payment window. Asked again for an order it answers the window that it opened before. */
  open(asked: PaymentAsked): Promise<PaymentWindow>
  /** Reads a delivery and checks that it is the provider's, and of `now`, in milliseconds since 1970. */
  read(delivery: Delivery, now: number): ReadDelivery
}
