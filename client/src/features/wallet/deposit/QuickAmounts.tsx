import { useTranslation } from 'react-i18next'
import { formatCoins } from '../../../lib/format.ts'
import shape from '../../../styles/shape.module.css'
import styles from './amount.module.css'

type QuickAmountsProps = { amounts: readonly string[]; amount: string | null; onChoose(amount: string): void }

/** Usual amounts, one press each. */
export const QuickAmounts = ({ amounts, amount, onChoose }: QuickAmountsProps) => {
  const { t, i18n } = useTranslation('deposit')
  return (
    <fieldset className={styles.quick}>
      <legend className={shape.aside}>{t('quick')}</legend>
      {amounts.map((coins) => {
        const text = formatCoins(coins, i18n.language)
        return (
          <button
            key={coins}
            type="button"
            className={styles.quickOne}
            aria-pressed={coins === amount}
            aria-label={t('quickOf', { amount: text })}
            onClick={() => onChoose(coins)}
          >
            {text}
          </button>
        )
      })}
    </fieldset>
  )
}
