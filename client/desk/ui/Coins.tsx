import type { Coins as Amount } from '@minefall/shared/game'
import { formatCoins } from '../../src/lib/format.ts'
import { locale } from './words.ts'

/** A whole amount of coins, however large; with `sign` a plus before what came in. */
export const Coins = ({ amount, sign = false }: { amount: Amount; sign?: boolean }) => (
  <span>
    {sign && BigInt(amount) > 0n ? '+' : ''}
    {formatCoins(amount, locale)}
  </span>
)
