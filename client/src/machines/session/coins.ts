/** An amount of coins however it is written; 0 where it is missing or cannot be read. */
export const readCoins = (value: unknown): number => {
  const coins = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof coins === 'number' && Number.isFinite(coins) ? coins : 0
}
