import type { User, WithdrawState } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../lib/use-online.ts'
import { useServerNow } from '../../../machines/connection/index.ts'
import { useSession } from '../../../machines/session/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Step, stepBody } from '../parts/Step.tsx'
import { useFailureText } from '../parts/use-failure-text.ts'
import { AmountStep } from './AmountStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { CurrencyStep } from './CurrencyStep.tsx'
import { DestinationStep } from './DestinationStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { Gates } from './Gates.tsx'
import { gateOf } from './gate.ts'
import { HoldOff } from './HoldOff.tsx'
import { isFurther, shownStep, type WithdrawStep } from './steps.ts'
import { useWithdrawal, type Withdrawal } from './use-withdrawal.ts'
import { WithdrawSkeleton } from './WithdrawSkeleton.tsx'
import styles from './withdraw.module.css'

const titles = {
  amount: 'title',
  currency: 'currencyTitle',
  destination: 'destinationTitle',
  confirm: 'confirmTitle',
  done: 'doneTitle',
} as const satisfies Record<WithdrawStep, string>

/** Until it is known what can be withdrawn: that it loads, that it waits for the network, or why it failed. */
const Unknown = ({ of: { state, channels } }: { of: Withdrawal }) => {
  const { t } = useTranslation(['withdraw', 'common'])
  const failed = [state, channels].find(({ isError }) => isError)
  const failure = useFailureText(failed?.error)
  if (failed)
    return (
      <Step>
        <EmptyState face="sweat" title={t('failed')} text={failure} role="alert">
          <Button
            icon="again"
            busy={state.isFetching || channels.isFetching}
            onClick={() => Promise.all([state.refetch(), channels.refetch()])}
          >
            {t('common:action.retry')}
          </Button>
        </EmptyState>
      </Step>
    )
  const waits = [state, channels].some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'paused')
  return waits ? (
    <Step>
      <EmptyState face="sweat" title={t('waiting.title')} text={t('waiting.text')} role="status" />
    </Step>
  ) : (
    <WithdrawSkeleton />
  )
}

type StepsProps = {
  of: Withdrawal
  state: WithdrawState
  step: Exclude<WithdrawStep, 'done'>
  onStep(step: WithdrawStep): void
}

const Steps = ({ of, state, step, onStep }: StepsProps) => {
  const first = () => onStep('amount')
  if (step === 'currency') return <CurrencyStep of={of} available={state.available} onDone={first} />
  if (step === 'destination') return <DestinationStep of={of} onDone={first} />
  if (step === 'confirm' && of.review)
    return (
      <ConfirmStep of={of} review={of.review} codeTo={state.codeTo ?? ''} onPlaced={() => onStep('done')} />
    )
  return <AmountStep of={of} state={state} onStep={onStep} />
}

/** How late the end of a wait may be seen, in milliseconds. */
const everyMs = 5_000

type FlowProps = Omit<WithdrawModalProps, 'step'> & { user: User; step: string | undefined }

const Flow = ({ user, step, onStep, onClose }: FlowProps) => {
  const { t } = useTranslation('withdraw')
  const of = useWithdrawal(user)
  const isOnline = useOnline()
  const now = useServerNow(everyMs)
  const { review, orderId } = of
  const shown = shownStep(step, { isReviewed: review !== null, isPlaced: orderId !== null })
  const state = of.state.data
  const isKnown = state !== undefined && of.channels.data !== undefined
  const isSaid = isKnown && !isOnline
  const found = isKnown && shown !== 'done' ? gateOf(state, of.offers.length, now) : null
  // A wait keeps nobody from getting ready for its end.
  const gate = found === 'held-off' && (shown === 'currency' || shown === 'destination') ? null : found
  const content = () => {
    if (shown === 'done' && orderId)
      return (
        <DoneStep userId={user.id} orderId={orderId} onAnother={() => onStep('amount')} onClose={onClose} />
      )
    if (!isKnown) return <Unknown of={of} />
    if (gate === 'held-off')
      return state.heldOff && <HoldOff heldOff={state.heldOff} now={now} of={of} onStep={onStep} />
    if (gate)
      return (
        <Step>
          <Gates gate={gate} user={user} />
        </Step>
      )
    return shown !== 'done' && <Steps of={of} state={state} step={shown} onStep={onStep} />
  }
  return (
    <Sheet
      title={t(gate ? 'title' : titles[shown])}
      step={gate ?? shown}
      size="narrow"
      className={classes(stepBody, isSaid && styles.noted)}
      onBack={!gate && isFurther(shown) ? () => onStep('amount') : undefined}
      onClose={onClose}
    >
      {isSaid && (
        <div className={styles.offline}>
          <Note icon="offline">{t('offline')}</Note>
        </div>
      )}
      {content()}
    </Sheet>
  )
}

export type WithdrawModalProps = {
  step?: string | undefined
  onStep(step: WithdrawStep): void
  onClose(): void
}

/** Coins out of the wallet: what can be, where to and how much, who it is, and what became of it. Nothing for guests. */
export const WithdrawModal = ({ step, ...rest }: WithdrawModalProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  useTranslation(['withdraw', 'orders', 'profile', 'login', 'common', 'notices', 'errors', 'ui'])
  const user = useSession(({ context }) => context.user)
  return user && <Flow key={user.id} user={user} step={step} {...rest} />
}
