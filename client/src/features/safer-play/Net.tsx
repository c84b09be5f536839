import type { Purse } from '../../ui/Coin.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './play.module.css'

/** What came back less what was staked, with its sign. */
export const Net = ({ amount, purse }: { amount: string; purse: Purse }) => {
  const isLess = amount.startsWith('-')
  return (
    <Coins
      className={classes(styles.net, !isLess && amount !== '0' && styles.more)}
      amount={amount.replace('-', '')}
      purse={purse}
      {...(amount === '0' ? {} : { sign: isLess ? ('−' as const) : ('+' as const) })}
    />
  )
}
