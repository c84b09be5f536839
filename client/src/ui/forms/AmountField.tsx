import type { ReactNode } from 'react'
import { Coin } from '../Coin.tsx'
import styles from './amount.module.css'
import { TextField, type TextFieldProps } from './TextField.tsx'

type AmountFieldProps = Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'behind' | 'ref'> & {
  /** As it was typed. */
  value: string
  onChange(typed: string): void
}

/** The one large field of a money screen: coins. */
export const AmountField = ({ onChange, ...field }: AmountFieldProps) => (
  <TextField
    {...field}
    large
    before={<Coin purse="coin" className={styles.coin} />}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    inputMode="numeric"
    autoComplete="off"
    maxLength={24}
    placeholder="0"
  />
)

/** A word inside the field that fills it in. */
export const AmountFill = ({ children, onPress }: { children: ReactNode; onPress(): void }) => (
  <button type="button" className={styles.fill} onClick={onPress}>
    {children}
  </button>
)
