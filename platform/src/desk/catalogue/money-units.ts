/** A sum of money as smallest units of its currency; null for one with more places than the currency has. */
export const smallestUnits = (sum: string, decimals: number): bigint | null => {
  const [whole = '', places = ''] = sum.split('.')
  const kept = places.replace(/0+$/, '')
  return kept.length > decimals ? null : BigInt(whole + kept.padEnd(decimals, '0'))
}
