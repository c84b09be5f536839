import type { Channel, User } from '@minefall/shared/contracts/rest'
import type { Network } from '@minefall/shared/payments'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticeText } from '../../../calls/notices.ts'
import { formatCoins, formatMoney, formatSum } from '../../../lib/format.ts'
import { parseAmount } from '../../../lib/typed-amount.ts'
import { useOnline } from '../../../lib/use-online.ts'
import shape from '../../../styles/shape.module.css'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { useCoinsText } from '../../../ui/Coins.tsx'
import { classes } from '../../../ui/classes.ts'
import { AmountField } from '../../../ui/forms/AmountField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { useUnpaidDeposits } from '../orders/index.ts'
import { FormStep } from '../parts/Step.tsx'
import styles from './amount.module.css'
import { type AmountTrouble, amountTrouble, type Draft, type Limited, quickAmounts } from './draft.ts'
import { channelId, MethodChoice } from './MethodChoice.tsx'

/** Orders that were placed and not paid yet: the way back to each, so that no one places one twice. */
const UnpaidOrders = ({ userId }: { userId: string }) => {
  const { t, i18n } = useTranslation(['deposit', 'orders'])
  const orders = useUnpaidDeposits(userId).data?.pages.flatMap(({ items }) => items) ?? []
  if (orders.length === 0) return null
  return (
    <section className={styles.unpaid} aria-label={t('unpaid.title')}>
      <h3 className={styles.title}>
        <Icon name="clock" size={18} />
        {t('unpaid.title')}
      </h3>
      <ul>
        {orders.map((order) => (
          <li key={order.id} className={styles.one}>
            <span>
              <b>{formatSum(order.total, order.currency, i18n.language)}</b>
              <small>{order.number}</small>
            </span>
            <Link
              className={buttonClass({ variant: 'text' })}
              to="/"
              search={{ modal: 'deposit', step: 'pay', order: order.id }}
              aria-label={t('unpaid.go', { number: order.number })}
            >
              {t('orders:continue')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type QuickAmountsProps = { amounts: readonly string[]; amount: string | null; onChoose(amount: string): void }

/** Usual amounts, one press each. */
const QuickAmounts = ({ amounts, amount, onChoose }: QuickAmountsProps) => {
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

const useTroubleText = () => {
  const { i18n } = useTranslation('deposit')
  return ({ notice, limit }: AmountTrouble): string =>
    noticeText(notice, limit === null ? {} : { amount: formatCoins(limit, i18n.language) })
}

const useLimitText = () => {
  const { t } = useTranslation('play')
  const coins = useCoinsText()
  return ({ period, left }: Limited): string => {
    const present = t(`present.${period}`)
    return left === '0'
      ? t('deposit.none', { present })
      : t('deposit.left', { left: coins(left, 'coin'), present })
  }
}

const draftOf = (channel: Channel, amount: string, network: Network | null): Draft => ({
  method: channel.method,
  currency: channel.currency.code,
  amount,
  ...(network === null ? {} : { network }),
})

/** What a draft had chosen, as far as it is still open. */
const useChosen = (channels: readonly [Channel, ...Channel[]], draft: Draft | null) => {
  const [id, setId] = useState(draft ? `${draft.method}/${draft.currency}` : null)
  const [wanted, setWanted] = useState<Network | null>(draft?.network ?? null)
  const channel = channels.find((one) => channelId(one) === id) ?? channels[0]
  const network = channel.networks.find((one) => one === wanted) ?? channel.networks[0] ?? null
  return { channel, network, choose: (one: Channel) => setId(channelId(one)), chooseNetwork: setWanted }
}

export type AmountStepProps = {
  user: User
  channels: readonly [Channel, ...Channel[]]
  draft: Draft | null
  /** The limit of the player's own that the order would have gone past. */
  limited: Limited | null
  onNext(draft: Draft): void
}

/** How many coins, and how they are paid. */
export const AmountStep = ({ user, channels, draft, limited, onNext }: AmountStepProps) => {
  const { t, i18n } = useTranslation(['deposit', 'play'])
  const troubleText = useTroubleText()
  const limitText = useLimitText()
  const isOnline = useOnline()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(draft?.amount ?? '')
  const [isTried, setTried] = useState(false)
  const { channel, network, choose, chooseNetwork } = useChosen(channels, draft)
  const amount = parseAmount(typed)
  const trouble = amountTrouble(amount, channel)
  // No one learns that the first digit of an amount is too little.
  const isSaid = trouble && (isTried || (amount !== null && trouble.notice === 'amount-above'))
  const limits = {
    least: formatCoins(channel.least, i18n.language),
    most: formatCoins(channel.most, i18n.language),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (amount === null || trouble) field.current?.focus()
    else onNext(draftOf(channel, amount, network))
  }
  const isLimited = limited !== null
  useEffect(() => {
    if (!isLimited) return
    // After the sheet has taken the focus to its beginning.
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [isLimited])
  const past = limited?.amount === amount ? limited : null
  const worth = Number(amount ?? 0) * user.exchangeRate
  return (
    <FormStep
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" size="big" wide disabled={!isOnline}>
          {t('review')}
        </Button>
      }
    >
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <UnpaidOrders userId={user.id} />
      <AmountField
        ref={field}
        label={t('youGet')}
        value={typed}
        onChange={setTyped}
        hint={t('limits', limits)}
        error={isSaid ? troubleText(trouble) : past && limitText(past)}
        behind={
          amount !== null && (
            <output className={styles.worth}>
              {t('worth', { worth: formatMoney(worth, user.currencySymbol, i18n.language) })}
            </output>
          )
        }
      />
      {past && (
        <Link
          to="/"
          search={{ modal: 'play' }}
          className={classes(buttonClass({ variant: 'text' }), styles.limits)}
        >
          {t('play:deposit.change')}
        </Link>
      )}
      <QuickAmounts amounts={quickAmounts(channel)} amount={amount} onChoose={setTyped} />
      <MethodChoice channels={channels} chosen={channel} onChoose={choose} />
      {network !== null && (
        <div className={styles.network}>
          <Segments
            legend={t('network')}
            options={channel.networks}
            value={network}
            label={(option) => option}
            onChange={chooseNetwork}
          />
          <p>{t('networkText')}</p>
        </div>
      )}
    </FormStep>
  )
}
