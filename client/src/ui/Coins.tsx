import { useTranslation } from 'react-i18next'
import { formatCoins, formatCoinsShort } from '../lib/format.ts'
import { Coin, type Purse } from './Coin.tsx'
import styles from './Coins.module.css'
import { classes } from './classes.ts'

export type CoinsProps = {
  /** A whole number of coins as a decimal string. */
  amount: string
  purse: Purse
  /** `short` says 1K for 1,000. */
  style?: 'full' | 'short' | undefined
  /** Says whose coins they are for all to see, instead of for screen readers alone. */
  named?: boolean | undefined
  /** A sign before the amount: what was won or lost. */
  sign?: '+' | '−' | undefined
  className?: string | undefined
}

/** An amount with its purse's sign; screen readers hear whose coins they are. */
export const Coins = ({ amount, purse, style = 'full', sign, named = false, className }: CoinsProps) => {
  const { t, i18n } = useTranslation('ui')
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
            {(style === 'short' ? formatCoinsShort : formatCoins)(amount, i18n.language)}
          </span>
          <span className={styles.spoken}>{spoken}</span>
        </>
      )}
    </span>
  )
}
