import type { Balance, TableFigure } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import type { Asset, Coins as CoinAmount } from '@minefall/shared/game'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { lowestStake } from '../../lib/tables.ts'
import shape from '../../styles/shape.module.css'
import { Coin, type Purse } from '../../ui/Coin.tsx'
import { Coins, useCoinsText } from '../../ui/Coins.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { type Choice, canPay, chooseFor, heldIn } from './choice.ts'
import styles from './QueueChoice.module.css'

const Rule = ({ icon, shown, spoken }: { icon: IconName; shown: string; spoken: string }) => (
  <li className={styles.rule} title={spoken}>
    <Icon name={icon} size={16} />
    <span aria-hidden="true">{shown}</span>
    <span className={shape.aside}>{spoken}</span>
  </li>
)

/** A table's rules in four signs. */
export const RuleIcons = ({ table }: { table: Pick<Table, 'seats' | 'rules'> }) => {
  const { t } = useTranslation('lobby')
  const { seats, rules } = table
  const kind = t(rules.sealed ? 'table.sealed' : rules.clues ? 'table.clues' : 'table.blind')
  return (
    <div className={styles.room}>
      <ul className={styles.rules}>
        <Rule icon="seats" shown={String(seats)} spoken={t('table.seats', { count: seats })} />
        <Rule
          icon="board"
          shown={`${rules.w}×${rules.h}`}
          spoken={t('table.board', { columns: rules.w, rows: rules.h })}
        />
        <Rule
          icon="mine"
          shown={rules.rise ? `${rules.mines}+` : String(rules.mines)}
          spoken={
            rules.rise
              ? t('table.minesRising', { count: rules.mines, rise: rules.rise })
              : t('table.mines', { count: rules.mines })
          }
        />
        <Rule icon={rules.sealed ? 'lock' : rules.clues ? 'clue' : 'blind'} shown={kind} spoken={kind} />
      </ul>
    </div>
  )
}

type StakeChoiceProps = {
  stakes: readonly CoinAmount[]
  purse: Purse
  value: CoinAmount
  onChange: (stake: CoinAmount) => void
  /** Whether a stake is within reach; all are by default. */
  canPay?: ((stake: CoinAmount) => boolean) | undefined
  /** The id of the text that says why one is not. */
  reason?: string | undefined
  /** Whether someone sits at a table with this stake and waits for others. */
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
      <legend className={shape.aside}>{t('table.stake')}</legend>
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

type PurseChoiceProps = {
  assets: readonly Asset[]
  value: Asset
  balance: Balance | null
  canPay: (asset: Asset) => boolean
  reason: string
  onChange: (asset: Asset) => void
}

/** Which coins to play for, each with what one has of it. */
const PurseChoice = ({ assets, value, balance, canPay, reason, onChange }: PurseChoiceProps) => {
  const { t } = useTranslation('lobby')
  const name = useId()
  return (
    <fieldset className={styles.purses}>
      <legend className={shape.aside}>{t('choice.purse')}</legend>
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

/** The avatars at the fullest gathering match of a queue, none where no one sits; null while no one knows. */
export const gatheringAt = (figure: TableFigure | null, choice: Choice | null): readonly string[] | null => {
  if (!figure) return null
  const at = figure.gathering.find(({ stake, asset }) => stake === choice?.stake && asset === choice.asset)
  return at?.avatars ?? []
}

export type QueueChoiceProps = {
  table: Table
  choice: Choice
  balance: Balance | null
  /** Marks the stakes at which someone waits. */
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
