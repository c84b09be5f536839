import type { WithdrawState } from '@minefall/shared/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins } from '../../../lib/format.ts'
import { errorText, noticeText } from '../../../lib/notices.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { AmountField, AmountFill } from '../parts/AmountField.tsx'
import { FormStep, Step } from '../parts/Step.tsx'
import { Available } from './Available.tsx'
import { allOf, amountTrouble, cleanAmount } from './amount.ts'
import { CurrencyBar } from './CurrencyBar.tsx'
import { Destinations } from './Destinations.tsx'
import { PreviewSums } from './PreviewSums.tsx'
import type { WithdrawStep } from './steps.ts'
import { previewQuery, usePreview, useSettled } from './use-preview.ts'
import type { Withdrawal } from './use-withdrawal.ts'

type AmountStepProps = { of: Withdrawal; state: WithdrawState; onStep(step: WithdrawStep): void }

const Nothing = () => {
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
const Wanted = ({ of, state: { available }, onStep }: AmountStepProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const { user, offer, destination, amount, limits } = of
  const settled = useSettled(amount)
  const troubleText = useTroubleText()
  const [isChecking, setChecking] = useState(false)
  /** The amount that was tried to go on with: from then on it is told at once what is wrong. */
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<{ amount: string; text: string } | null>(null)

  const isResting = settled === amount && amount !== ''
  const wrong = troubleText(amount, available, limits)
  const asked = destination && isResting && !wrong ? { destinationId: destination.id, amount } : null
  const preview = usePreview(user.id, asked)
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
        <Button type="submit" variant="primary" size="big" wide busy={isChecking}>
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
        end={<AmountFill onPress={() => of.setAmount(allOf(available, limits))}>{t('all')}</AmountFill>}
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
      <Nothing />
    </Step>
  ) : (
    <Wanted {...props} />
  )
