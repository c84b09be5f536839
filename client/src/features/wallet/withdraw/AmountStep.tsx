import type { Channel, WithdrawPreview, WithdrawState } from '@minefall/shared/contracts/rest'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, noticeText } from '../../../calls/notices.ts'
import { useBalance } from '../../../calls/use-balance.ts'
import { formatCoins, formatShare, formatSum } from '../../../lib/format.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Coins } from '../../../ui/Coins.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AmountField, AmountFill } from '../../../ui/forms/AmountField.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TestBalance } from '../../../ui/TestMoney.tsx'
import { FormStep, Step, Sums } from '../parts/Step.tsx'
import { allOf, amountTrouble, cleanAmount, type WithdrawStep } from './amount.ts'
import { CurrencyBar } from './CurrencyStep.tsx'
import { Destinations } from './Destinations.tsx'
import { previewQuery, usePreview, useSettled, type Withdrawal } from './use-withdrawal.ts'
import styles from './withdraw.module.css'

type PreviewSumsProps = {
  way: Channel | null
  preview: UseQueryResult<WithdrawPreview> | null
  /** There is something to work out. */
  isAsked: boolean
}

/** Fee and what is paid out as the server works them out, or why it can't. */
const PreviewSums = ({ way, preview, isAsked }: PreviewSumsProps) => {
  const { t, i18n } = useTranslation(['withdraw', 'common'])
  if (preview?.isError)
    return (
      <Note
        icon="alert"
        role="alert"
        action={
          <Button variant="text" busy={preview.isFetching} onClick={() => preview.refetch()}>
            {t('common:action.retry')}
          </Button>
        }
      >
        {errorText(preview.error, 'calculation-failed')}
      </Note>
    )
  const sums = preview?.data
  const none = isAsked ? <Skeleton width="6rem" height="1.25rem" /> : '–'
  return (
    <div aria-live="polite" aria-busy={isAsked && !sums}>
      <Sums
        lines={[
          {
            name:
              way && way.feeBps > 0
                ? t('feeOf', { share: formatShare(way.feeBps, i18n.language) })
                : t('fee'),
            value: sums
              ? t('coins', {
                  count: Number(sums.feeCoins),
                  amount: formatCoins(sums.feeCoins, i18n.language),
                })
              : none,
          },
          {
            name: t('receive'),
            value: sums ? formatSum(sums.total, sums.currency, i18n.language) : none,
            isTotal: true,
          },
        ]}
      />
    </div>
  )
}

/** What you can withdraw, and what you can't. */
const Available = ({ amount }: { amount: string }) => {
  const { t } = useTranslation('withdraw')
  const balance = useBalance()
  const held = balance?.held.coin ?? '0'
  return (
    <section className={styles.available}>
      <p className={styles.can}>
        <span>{t('canWithdraw')}</span>
        <Coins className={styles.much} amount={amount} purse="coin" />
      </p>
      {balance && balance.promo !== '0' && (
        <p className={styles.cannot}>
          <span>
            {t('bonus')} <TestBalance promo={balance.promo} />
          </span>
          <Coins amount={balance.promo} purse="promo" />
        </p>
      )}
      {held !== '0' && (
        <p className={styles.cannot}>
          <span>{t('held')}</span>
          <Coins amount={held} purse="held" />
        </p>
      )}
    </section>
  )
}

type AmountStepProps = { of: Withdrawal; state: WithdrawState; onStep(step: WithdrawStep): void }

const EmptyBalance = () => {
  const { t } = useTranslation('withdraw')
  return (
    <EmptyState face="wink" title={t('nothing.title')} text={t('nothing.text')}>
      <Link className={buttonClass({ variant: 'primary' })} to="/games">
        {t('nothing.tables')}
      </Link>
    </EmptyState>
  )
}

/** What is wrong with an amount in the documented words, its numbers as the player's language writes them. */
const useTroubleText = () => {
  const { i18n } = useTranslation()
  return (...asked: Parameters<typeof amountTrouble>): string | null => {
    const trouble = amountTrouble(...asked)
    if (!trouble) return null
    const { notice, amount } = trouble
    return noticeText(notice, amount === null ? {} : { amount: formatCoins(amount, i18n.language) })
  }
}

/** Where to and how much. */
const AmountForm = ({ of, state: { available }, onStep }: AmountStepProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const client = useQueryClient()
  const mounted = useMounted()
  const isOnline = useOnline()
  const field = useRef<HTMLInputElement>(null)
  const { user, offer, destination, amount, limits } = of
  const settled = useSettled(amount)
  const troubleText = useTroubleText()
  const [isChecking, setChecking] = useState(false)
  /** The amount that was tried to go on with: from then on it is shown at once what is wrong. */
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ amount: string; text: string } | null>(null)

  const isResting = settled === amount && amount !== ''
  const wrong = troubleText(amount, available, limits)
  const asked = destination && isResting && !wrong ? { destinationId: destination.id, amount } : null
  const preview = usePreview(user.id, asked)
  const wanted = `${destination?.id} ${amount}`
  const latest = useRef(wanted)
  latest.current = wanted
  const shownWrong = tried || isResting ? wrong : null
  const error = shownWrong ?? (refused?.amount === amount ? refused.text : null)

  const goOn = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isChecking || !destination) return
    if (wrong) {
      field.current?.focus()
      return
    }
    setChecking(true)
    try {
      const fresh = await client.fetchQuery(previewQuery(user.id, { destinationId: destination.id, amount }))
      // What was typed or chosen while that was asked is not gone past.
      if (!mounted.current || latest.current !== wanted) return
      of.setReview({ destination, preview: fresh })
      onStep('confirm')
    } catch (problem) {
      setRefused({ amount, text: errorText(problem, 'calculation-failed') })
      field.current?.focus()
    } finally {
      setChecking(false)
    }
  }

  if (!offer) return null
  return (
    <FormStep
      onSubmit={goOn}
      foot={
        <Button type="submit" variant="primary" size="big" wide busy={isChecking} disabled={!isOnline}>
          {t('continue')}
        </Button>
      }
    >
      <Available amount={available} />
      <CurrencyBar offer={offer} onSwitch={() => onStep('currency')} />
      <Destinations
        of={of}
        onAdd={() => onStep('destination')}
        error={tried && !destination ? t('chooseFirst') : null}
      />
      <AmountField
        ref={field}
        label={t('amount')}
        value={amount}
        onChange={(typed) => of.setAmount(cleanAmount(typed))}
        error={error}
        hint={
          limits &&
          t('limits', {
            least: formatCoins(limits.least, i18n.language),
            most: formatCoins(limits.most, i18n.language),
          })
        }
        behind={<AmountFill onPress={() => of.setAmount(allOf(available, limits))}>{t('all')}</AmountFill>}
      />
      <PreviewSums
        way={destination && of.wayOf(destination)}
        preview={asked ? preview : null}
        isAsked={asked !== null || (amount !== '' && !wrong && destination !== null)}
      />
    </FormStep>
  )
}

/** The first step; without coins to withdraw it says where they come from. */
export const AmountStep = (props: AmountStepProps) =>
  props.state.available === '0' ? (
    <Step>
      <Available amount="0" />
      <EmptyBalance />
    </Step>
  ) : (
    <AmountForm {...props} />
  )
