import type { Coins as CoinAmount } from '@minefall/shared/game'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import type { Purse } from '../../ui/Coin.tsx'
import { Coins } from '../../ui/Coins.tsx'
import styles from './StakeChoice.module.css'

export type StakeChoiceProps = {
  stakes: readonly CoinAmount[]
  purse: Purse
  value: CoinAmount
  onChange: (stake: CoinAmount) => void
  /** Whether a stake is within reach; all are unless told. */
  canPay?: ((stake: CoinAmount) => boolean) | undefined
  /** The id of the text that says why one is not. */
  reason?: string | undefined
  /** Whether somebody sits at a table with this stake and waits for others. */
  isWaitedFor?: ((stake: CoinAmount) => boolean) | undefined
}

/** Which stake to play for; a table with one stake just says it. */
export const StakeChoice = (props: StakeChoiceProps) => {
  const { stakes, purse, value, onChange, canPay, reason, isWaitedFor } = props
  const { t } = useTranslation('lobby')
  const name = useId()
  const [only] = stakes
  if (stakes.length <= 1)
    return <p className={styles.only}>{only !== undefined && <Coins named amount={only} purse={purse} />}</p>
  return (
    <fieldset className={styles.stakes}>
      <legend className={styles.legend}>{t('table.stake')}</legend>
      {stakes.map((stake) => {
        const isClosed = canPay?.(stake) === false
        return (
          <label key={stake} className={styles.stake} data-closed={isClosed || undefined}>
            <input
              className={shape.cover}
              type="radio"
              name={name}
              value={stake}
              checked={stake === value}
              disabled={isClosed}
              aria-describedby={isClosed ? reason : undefined}
              onChange={() => onChange(stake)}
            />
            <Coins amount={stake} purse={purse} style="short" />
            {isWaitedFor?.(stake) && <span className={styles.waits}>, {t('table.waits')}</span>}
          </label>
        )
      })}
    </fieldset>
  )
}
