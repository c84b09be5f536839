import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatCoinsShort } from '../lib/format.ts'
import shape from '../styles/shape.module.css'
import { Coin, type Purse } from './Coin.tsx'
import styles from './Coins.module.css'
import { classes } from './classes.ts'

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

export type CoinsProps = {
  /** A whole number of coins as a decimal string. */
  amount: string
  purse: Purse
  /** `short` says 1K for 1,000; `fitting` does so where the header is narrow, from five digits on. */
  style?: 'full' | 'short' | 'fitting' | undefined
  /** Says whose coins they are for all to see, instead of for screen readers alone. */
  named?: boolean | undefined
  /** A sign before the amount: what was won or lost. */
  sign?: '+' | '−' | undefined
  /** What is seen while it counts towards the amount. */
  shown?: string | undefined
  className?: string | undefined
}

/** An amount with its purse's sign; screen readers hear whose coins they are. */
export const Coins = (props: CoinsProps) => {
  const { amount, purse, style = 'full', sign, named = false, shown = amount, className } = props
  const { t, i18n } = useTranslation('ui')
  const full = formatCoins(shown, i18n.language)
  const short = formatCoinsShort(shown, i18n.language)
  const spoken = t(`coins.${purse}`, {
    count: Number(amount),
    amount: `${sign ?? ''}${formatCoins(amount, i18n.language)}`,
  })
  return (
    <span className={classes(styles.coins, className)}>
      <Coin purse={purse} />
      {named ? (
        spoken
      ) : (
        <>
          <span aria-hidden="true">
            {sign}
            {style === 'fitting' ? (
              <>
                <span className={styles.roomy}>{full}</span>
                <span className={styles.tight}>{shown.length > 4 ? short : full}</span>
              </>
            ) : style === 'short' ? (
              short
            ) : (
              full
            )}
          </span>
          <span className={shape.aside}>{spoken}</span>
        </>
      )}
    </span>
  )
}
