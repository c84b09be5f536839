import type { OrderRow } from '../../wallet/index.ts'

/**
 * A payment's reference in one form, so that the same payment written in two ways is known again: without spaces, in
 * capitals; the hash of a transfer of USDT as its chain writes it. A provider's own names stay as they are.
 */
export const paymentReference = (
  { method, network }: Pick<OrderRow, 'method' | 'network'>,
  given: string,
): string => {
  const dense = given.replace(/\s+/g, '')
  if (method === 'checkout') return dense
  if (method !== 'usdt') return dense.toUpperCase()
  const hash = dense.toLowerCase().replace(/^0x/, '')
  return network === 'ERC20' ? `0x${hash}` : hash
}
