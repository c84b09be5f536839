import { type DeskChannel, deskCalls } from '@minefall/shared/contracts/desk'
import { moneySchema, rateSchema } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread } from '../../queries.ts'
import { Check, Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { accountsOf, bpsIn, linesOf, networksOf, payToOf, proposingWords, wholeIn } from './change-lines.ts'
import styles from './tables.module.css'

const methods = { alipay: 'Alipay', usdt: 'USDT', bank: 'Bank transfer', checkout: 'Checkout' } as const

export const channelName = ({ direction, method }: DeskChannel): string =>
  `${direction === 'deposit' ? 'Deposit' : 'Withdrawal'}, ${methods[method]}`

const fields = {
  least: 'the least',
  most: 'the most',
  rate: 'the rate',
  feeFixed: 'the fixed fee, which has more places than the currency',
  payTo: 'where it is paid to',
  'payTo.TRC20': 'the address on TRC20',
  'payTo.ERC20': 'the address on ERC20',
} as const

/** As many coins as no order comes near. */
const coinsMost = 10 ** 15

/** Changes a way to pay as a whole. */
export const ChannelDialog = ({ channel, onClose }: { channel: DeskChannel; onClose: () => void }) => {
  const [isOpen, setOpen] = useState(channel.isOpen)
  const [least, setLeast] = useState(channel.least)
  const [most, setMost] = useState(channel.most)
  const [rate, setRate] = useState(channel.rate)
  const [fee, setFee] = useState(String(channel.feeBps / 100))
  const [feeFixed, setFeeFixed] = useState(channel.feeFixed)
  const [accounts, setAccounts] = useState(() => accountsOf(channel))
  const [from, to, feeBps] = [wholeIn(least, 1, coinsMost), wholeIn(most, 1, coinsMost), bpsIn(fee, 10_000)]
  const payTo = payToOf(channel, accounts)
  const problems: readonly (readonly [isWrong: boolean, words: string])[] = [
    [
      from === undefined || to === undefined || to < from,
      'Enter the minimum and maximum in whole coins, the maximum no lower than the minimum.',
    ],
    [!rateSchema.safeParse(rate.trim()).success, 'Enter a rate above zero, with up to eight decimals.'],
    [feeBps === undefined, 'Enter a fee from 0 to 100%, with up to two decimals.'],
    [!moneySchema.safeParse(feeFixed.trim()).success, 'Enter the fixed fee as an amount, such as 0.30.'],
    [payTo === undefined, 'Fill in all lines of an account, or none.'],
  ]
  const save = async (reason: string) => {
    if (feeBps === undefined || payTo === undefined) return
    const { direction, method, currency, version } = channel
    const changed = { isOpen, least: String(from), most: String(to), rate: rate.trim(), feeBps, payTo }
    const body = { direction, method, currency, version, ...changed, feeFixed: feeFixed.trim(), reason }
    const proposal = await thenReread(
      ask(deskCalls.changeChannel, { body }),
      deskCalls.channels,
      deskCalls.proposals,
    )
    const name = `${channelName(channel)} in ${currency}`
    toast.good(proposal ? `${name}: another admin must confirm the change.` : `${name}: changed.`)
  }
  const enter = (network: string, key: string, value: string) =>
    setAccounts((before) => ({ ...before, [network]: { ...before[network], [key]: value } }))
  return (
    <ChangeDialog
      title={`${channelName(channel)} in ${channel.currency}`}
      detail="Applies to new orders only. A change of the rate or the payment account takes effect when another admin confirms it."
      words={proposingWords}
      onClose={onClose}
      problem={problems.find(([isWrong]) => isWrong)?.[1] ?? null}
      fields={fields}
      onSave={save}
    >
      <Check label="Open: takes new orders" checked={isOpen} onChange={setOpen} />
      <div className={styles.pair}>
        <Field
          label="Least, in coins"
          value={least}
          inputMode="numeric"
          onChange={({ target }) => setLeast(target.value)}
        />
        <Field
          label="Most, in coins"
          value={most}
          inputMode="numeric"
          onChange={({ target }) => setMost(target.value)}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label={`${channel.currency} for one coin`}
          value={rate}
          inputMode="decimal"
          onChange={({ target }) => setRate(target.value)}
        />
        <Field
          label="Fee, in percent"
          value={fee}
          inputMode="decimal"
          onChange={({ target }) => setFee(target.value)}
        />
        <Field
          label={`Fixed fee, in ${channel.direction === 'deposit' ? channel.currency : 'coins'}`}
          value={feeFixed}
          inputMode="decimal"
          onChange={({ target }) => setFeeFixed(target.value)}
        />
      </div>
      {networksOf(channel).map((network) => (
        <fieldset key={network} className={styles.account}>
          <legend>{network === '' ? 'Where it is paid to' : `Where it is paid to, on ${network}`}</legend>
          {linesOf(channel).map(([key, label]) => (
            <Field
              key={key}
              label={label}
              value={accounts[network]?.[key] ?? ''}
              autoComplete="off"
              onChange={({ target }) => enter(network, key, target.value)}
            />
          ))}
        </fieldset>
      ))}
    </ChangeDialog>
  )
}
