import type { Balance } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { Coin } from '../../ui/Coin.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { heldIn } from './choice.ts'
import styles from './StakeChoice.module.css'

type PurseChoiceProps = {
  assets: readonly Asset[]
  value: Asset
  balance: Balance | null
  canPay: (asset: Asset) => boolean
  reason: string
  onChange: (asset: Asset) => void
}

/** Which coins to play for, each with what one has of it. */
export const PurseChoice = ({ assets, value, balance, canPay, reason, onChange }: PurseChoiceProps) => {
  const { t } = useTranslation('lobby')
  const name = useId()
  return (
    <fieldset className={styles.purses}>
      <legend className={styles.legend}>{t('choice.purse')}</legend>
      {assets.map((asset) => {
        const held = heldIn(balance, asset)
        const isClosed = !canPay(asset)
        return (
          <label key={asset} className={styles.purse} data-closed={isClosed || undefined}>
            <input
              className={shape.cover}
              type="radio"
              name={name}
              value={asset}
              checked={asset === value}
              disabled={isClosed}
              aria-describedby={isClosed ? reason : undefined}
              onChange={() => onChange(asset)}
            />
            <span className={styles.purseName}>
              {held === null && <Coin purse={asset} />}
              {t(`choice.of.${asset}`)}
            </span>
            {held !== null && <Coins className={styles.held} amount={held} purse={asset} />}
          </label>
        )
      })}
    </fieldset>
  )
}
