import type { Balance, Table, TableFigure } from '@minefall/shared/contracts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import { type Choice, canPay, chooseFor, heldIn } from './choice.ts'
import { lowestStake } from './filters.ts'
import { gatheringAt } from './gathering.ts'
import { PurseChoice } from './PurseChoice.tsx'
import styles from './StakeChoice.module.css'
import { StakeChoice } from './StakeChoice.tsx'

export type QueueChoiceProps = {
  table: Table
  choice: Choice
  balance: Balance | null
  /** Marks the stakes at which somebody waits. */
  figure?: TableFigure | null | undefined
  onChange: (choice: Choice) => void
}

/** Why something can't be chosen, in one sentence; null when everything can. */
const useReason = ({
  table,
  choice,
  balance,
}: Pick<QueueChoiceProps, 'table' | 'choice' | 'balance'>): string | null => {
  const { t } = useTranslation('lobby')
  const coins = useCoinsText()
  const { assets, stakes } = table
  const lowest = lowestStake([table])
  if (lowest === null || !balance) return null
  const able = assets.filter((asset) => canPay(balance, { stake: lowest, asset }))
  if (able.length === 0) return t('choice.none', { least: coins(lowest, choice.asset) })
  const held = heldIn(balance, choice.asset)
  if (held !== null && stakes.some((stake) => !canPay(balance, { stake, asset: choice.asset })))
    return t('choice.higher', { held: coins(held, choice.asset) })
  const poor = assets.find((asset) => !able.includes(asset))
  if (!poor) return null
  return t('choice.poor', { least: coins(lowest, poor), held: coins(heldIn(balance, poor) ?? '0', poor) })
}

/** What to play for: a stake, and coins or bonus coins; what one has of each, and why something is out of reach. */
export const QueueChoice = ({ table, choice, balance, figure = null, onChange }: QueueChoiceProps) => {
  const id = useId()
  const reason = useReason({ table, choice, balance })
  const { assets, stakes } = table
  const lowest = lowestStake([table]) ?? choice.stake
  return (
    <div className={styles.queue}>
      <StakeChoice
        stakes={stakes}
        purse={choice.asset}
        value={choice.stake}
        canPay={(stake) => canPay(balance, { ...choice, stake })}
        reason={id}
        isWaitedFor={(stake) => (gatheringAt(figure, { ...choice, stake }) ?? []).length > 0}
        onChange={(stake) => onChange({ ...choice, stake })}
      />
      {assets.length > 1 && (
        <PurseChoice
          assets={assets}
          value={choice.asset}
          balance={balance}
          canPay={(asset) => canPay(balance, { stake: lowest, asset })}
          reason={id}
          onChange={(asset) => onChange(chooseFor(table, balance, { ...choice, asset }) ?? choice)}
        />
      )}
      <p id={id} className={styles.reason}>
        {reason}
      </p>
    </div>
  )
}
