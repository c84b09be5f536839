import type { Channel, User } from '@minefall/shared/contracts'
import type { Network } from '@minefall/shared/payments'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatMoney } from '../../../lib/format.ts'
import { noticeText } from '../../../lib/notices.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { AmountField } from '../parts/AmountField.tsx'
import { FormStep } from '../parts/Step.tsx'
import styles from './amount.module.css'
import { type AmountTrouble, amountTrouble, parseAmount, quickAmounts } from './amount.ts'
import type { Draft } from './draft.ts'
import { channelId, MethodChoice } from './MethodChoice.tsx'
import { QuickAmounts } from './QuickAmounts.tsx'
import { Unpaid } from './Unpaid.tsx'

const useTroubleText = () => {
  const { i18n } = useTranslation('deposit')
  return ({ notice, limit }: AmountTrouble): string =>
    noticeText(notice, limit === null ? {} : { amount: formatCoins(limit, i18n.language) })
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
  onNext(draft: Draft): void
}

/** How many coins, and how they are paid. */
export const AmountStep = ({ user, channels, draft, onNext }: AmountStepProps) => {
  const { t, i18n } = useTranslation('deposit')
  const troubleText = useTroubleText()
  const isOnline = useOnline()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(draft?.amount ?? '')
  const [isTried, setTried] = useState(false)
  const { channel, network, choose, chooseNetwork } = useChosen(channels, draft)
  const amount = parseAmount(typed)
  const trouble = amountTrouble(amount, channel)
  // Nobody is told that the first digit of an amount is too little.
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
      <Unpaid userId={user.id} />
      <AmountField
        ref={field}
        label={t('youGet')}
        value={typed}
        onChange={setTyped}
        hint={t('limits', limits)}
        error={isSaid ? troubleText(trouble) : null}
        end={
          amount !== null && (
            <output className={styles.worth}>
              {t('worth', { worth: formatMoney(worth, user.currencySymbol, i18n.language) })}
            </output>
          )
        }
      />
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
