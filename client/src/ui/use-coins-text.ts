import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins } from '../lib/format.ts'
import type { Purse } from './Coin.tsx'

/** Says an amount with whose coins they are, inside a sentence: "500 bonus coins". */
export const useCoinsText = (): ((amount: bigint | string, purse: Purse) => string) => {
  const { t, i18n } = useTranslation('ui')
  return useCallback(
    (amount, purse) =>
      t(`coins.${purse}`, {
        count: Number(amount),
        amount: formatCoins(amount.toString(), i18n.language),
      }),
    [t, i18n.language],
  )
}
