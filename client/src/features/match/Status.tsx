import { Trans, useTranslation } from 'react-i18next'
import { useCountdown } from '../../lib/countdown.ts'
import { formatCoins } from '../../lib/format.ts'
import { Coin, type Purse } from '../../ui/Coin.tsx'
import { CountUp } from './CountUp.tsx'
import styles from './status.module.css'

export type PotProps = {
  amount: bigint
  purse: Purse
  /** Counts up from nothing: the pot goes to its winner. */
  counting: boolean
}

export const Pot = ({ amount, purse, counting }: PotProps) => {
  const { t, i18n } = useTranslation('match')
  return (
    <div className={styles.pot}>
      <Coin purse={purse} className={styles.coin} />
      <span>
        <small>{t(`pot.${purse === 'held' ? 'coin' : purse}`)}</small>
        <b>{counting ? <CountUp to={amount} /> : formatCoins(amount.toString(), i18n.language)}</b>
      </span>
    </div>
  )
}

export type TurnPillProps = {
  /** Whose turn runs: null for ours. */
  who: string | null
  deadline: number
  now(): number
}

/** Whose turn it is and the seconds left; a calm grey for others, the action colour for ours. */
export const TurnPill = ({ who, deadline, now }: TurnPillProps) => {
  const { t } = useTranslation('match')
  const left = useCountdown(deadline, now) ?? 0
  return (
    <div className={styles.turn} data-yours={who === null} data-last={left <= 5} role="timer">
      <span className={styles.who}>{who === null ? t('turn.yours') : t('turn.theirs', { who })}</span>
      <span className={styles.seconds}>
        {left}
        <small>{t('turn.second')}</small>
      </span>
    </div>
  )
}

/** What is said in the pill's place while no turn runs. */
export const StagePill = ({ text }: { text: string }) => (
  <div className={styles.turn} data-yours={false} data-stage>
    <span className={styles.who}>{text}</span>
  </div>
)

/** How many mines hide in how many closed tiles. */
export const Left = ({ mines, closed }: { mines: number; closed: number }) => {
  const { t } = useTranslation('match')
  return (
    <p className={styles.left}>
      <Trans t={t} i18nKey="left.mines" count={mines} components={{ b: <b /> }} />{' '}
      <Trans t={t} i18nKey="left.tiles" count={closed} components={{ b: <b /> }} />
    </p>
  )
}
