import type { User, WithdrawState } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatSum } from '../../../lib/format.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useServerNow } from '../../../machines/connection/index.ts'
import { useSession } from '../../../machines/session/index.ts'
import { QueryState, useFailureText } from '../../../parts/QueryState.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/Note.tsx'
import { Segments } from '../../../ui/Segments.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { OrderReason, OrderTrack, OrderTrouble, StatusChip, useOrder, useOrderText } from '../orders/index.ts'
import { Step, Sums, stepBody } from '../parts/Step.tsx'
import { AmountStep } from './AmountStep.tsx'
import { isFurther, shownStep, type WithdrawStep } from './amount.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { CurrencyStep } from './CurrencyStep.tsx'
import confirm from './confirm.module.css'
import { DestinationForm, type PayoutMethod } from './DestinationForm.tsx'
import { Gates, gateOf, HoldOff } from './HoldOff.tsx'
import { useWithdrawal, type Withdrawal } from './use-withdrawal.ts'
import styles from './withdraw.module.css'

const says = { pending: 'done.held', completed: 'done.completed', rejected: 'done.rejected' } as const
const isKnown = (status: string): status is keyof typeof says => Object.hasOwn(says, status)

type DoneStepProps = { userId: string; orderId: string; onAnother(): void; onClose(): void }

/** The order that was placed, followed until staff have decided. */
const DoneStep = ({ userId, orderId, onAnother, onClose }: DoneStepProps) => {
  const { t, i18n } = useTranslation(['withdraw', 'orders'])
  const text = useOrderText()
  const asked = useOrder(userId, orderId)
  const order = asked.data
  if (!order) return <OrderTrouble of={asked} />
  return (
    <Step
      foot={
        <>
          <Button variant="primary" size="big" wide onClick={onClose}>
            {t('done.finish')}
          </Button>
          <div className={confirm.after}>
            <Link
              className={buttonClass({ variant: 'quiet' })}
              to="/"
              search={{ modal: 'wallet', order: order.id }}
            >
              {t('done.order')}
            </Link>
            <Button variant="quiet" onClick={onAnother}>
              {t('done.another')}
            </Button>
          </div>
        </>
      }
    >
      <div className={confirm.placed}>
        <StatusChip order={order} />
        <p className={confirm.gets}>
          <span>{t('receive')}</span>
          <b>{formatSum(order.total, order.currency, i18n.language)}</b>
        </p>
        <p role="status">{t(isKnown(order.status) ? says[order.status] : 'done.held')}</p>
      </div>
      <OrderReason reason={order.reason} />
      <OrderTrack order={order} />
      <Sums
        lines={[
          { name: t('orders:field.number'), value: order.number },
          { name: t('orders:field.methodOut'), value: text.method(order) },
          { name: t('sendTo'), value: order.destination ?? '–' },
          { name: t('amount'), value: formatCoins(order.amount, i18n.language) },
          { name: t('fee'), value: text.coins(order.feeCoins) },
        ]}
      />
    </Step>
  )
}

const isPayout = (method: string): method is PayoutMethod => method !== 'checkout'

/** Another destination of the chosen currency: by which of its ways, and what that asks for. */
const DestinationStep = ({ of, onDone }: { of: Withdrawal; onDone(): void }) => {
  const { t } = useTranslation('withdraw')
  const methods = (of.offer?.ways ?? []).map(({ method }) => method).filter(isPayout)
  const [chosen, choose] = useState(of.destination?.method)
  const method = methods.find((one) => one === chosen) ?? methods[0]
  if (!method || !of.offer) return null
  return (
    <DestinationForm
      key={method}
      of={of}
      method={method}
      way={of.offer.ways.find((way) => way.method === method)}
      currency={of.offer.currency.code}
      onSaved={onDone}
    >
      {methods.length > 1 && (
        <Segments
          legend={t('form.method')}
          options={methods}
          value={method}
          label={(one) => t(`method.${one}`)}
          onChange={choose}
        />
      )}
    </DestinationForm>
  )
}

/** The first step's size, until there is one. */
const WithdrawSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      <Skeleton height="28px" />
      <Skeleton height="60px" />
      <Skeleton width="5rem" height="20px" />
      <Skeleton height="64px" />
      <Skeleton height="48px" />
      <Skeleton height="64px" />
      <Skeleton height="72px" />
    </div>
  )
}

const titles = {
  amount: 'title',
  currency: 'currencyTitle',
  destination: 'destinationTitle',
  confirm: 'confirmTitle',
  done: 'doneTitle',
} as const satisfies Record<WithdrawStep, string>

/** What keeps what can be withdrawn from being known, or from being up to date. */
const LoadState = ({ of: { state, channels } }: { of: Withdrawal }) => {
  const { t } = useTranslation(['withdraw', 'orders'])
  const failed = [state, channels].find(({ isError }) => isError)
  const failure = useFailureText(failed?.error)
  const waits = [state, channels].some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'paused')
  const both = {
    data: state.data && channels.data,
    error: failed?.error,
    isPending: !failed,
    isError: failed !== undefined,
    isFetching: state.isFetching || channels.isFetching,
    fetchStatus: waits ? 'paused' : 'fetching',
    refetch: () => Promise.all([state.refetch(), channels.refetch()]),
  }
  return (
    <QueryState
      of={both}
      skeleton={<WithdrawSkeleton />}
      waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
      failed={{ title: t('failed'), text: failure }}
      old={t('orders:old')}
    />
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
      <ConfirmStep
        of={of}
        review={of.review}
        codeTo={state.codeTo ?? ''}
        onPlaced={({ id }) => {
          of.setOrderId(id)
          onStep('done')
        }}
      />
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
  const isOld = shown !== 'done' && (of.state.isError || of.channels.isError)
  const isSaid = isKnown && (!isOnline || isOld)
  const found = isKnown && shown !== 'done' ? gateOf(state, of.offers.length, now) : null
  // A wait keeps no one from getting ready for its end.
  const gate = found === 'held-off' && (shown === 'currency' || shown === 'destination') ? null : found
  const content = () => {
    if (shown === 'done' && orderId)
      return (
        <DoneStep userId={user.id} orderId={orderId} onAnother={() => onStep('amount')} onClose={onClose} />
      )
    if (!isKnown)
      return (
        <Step>
          <LoadState of={of} />
        </Step>
      )
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
        <div className={styles.said}>
          {isOnline ? <LoadState of={of} /> : <Note icon="offline">{t('offline')}</Note>}
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

/** Coins out of the wallet: what can be, where to and how much, who it is, and its outcome. Nothing for guests. */
export const WithdrawModal = ({ step, ...rest }: WithdrawModalProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  useTranslation(['withdraw', 'orders', 'profile', 'login', 'common', 'notices', 'errors', 'ui'])
  const user = useSession(({ context }) => context.user)
  return user && <Flow key={user.id} user={user} step={step} {...rest} />
}
