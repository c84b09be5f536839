import { bodyCode } from '@minefall/shared/contracts'
import {
  type Channel,
  type DepositPreview,
  type OrderDetail,
  walletCalls,
} from '@minefall/shared/contracts/rest'
import type { Network, PaymentMethod } from '@minefall/shared/payments'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, noticeText } from '../../../calls/notices.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { drawUuid } from '../../../lib/draw-uuid.ts'
import { formatCoins, formatRate, formatShare, formatSum } from '../../../lib/format.ts'
import { tabStore } from '../../../lib/storage.ts'
import { useMounted } from '../../../lib/use-mounted.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/Button.tsx'
import { Coin } from '../../../ui/Coin.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { Tick, useReadPlay } from '../../safer-play/index.ts'
import { TermsLinks } from '../../terms/index.ts'
import { orderKey } from '../orders/index.ts'
import { Step, Sums } from '../parts/Step.tsx'
import methods from './amount.module.css'
import { type Draft, isBarred, isSameDraft, keptDeposits, type Limited, limitedBy } from './draft.ts'
import { methodIcons } from './MethodChoice.tsx'

/** Whether the server said no: then nothing was placed, and the next attempt is another request. */
const isRefusal = (error: unknown): boolean =>
  isCallError(error) && error.answered && Math.floor(error.code / 100) !== 15

type Placing = { isBusy: boolean; error: unknown }

/**
 * Places the order of a draft. Its request is kept before it is sent, and one that had no answer is sent again on its own
 * after a reload: anyone who pressed once gets one order.
 */
const usePlaceOrder = (userId: string, draft: Draft, onPlaced: (order: OrderDetail) => void) => {
  const client = useQueryClient()
  const kept = useMemo(() => keptDeposits(tabStore, userId, drawUuid), [userId])
  const [{ isBusy, error }, setPlacing] = useState<Placing>({ isBusy: false, error: null })
  const running = useRef(false)
  const mounted = useMounted()

  const place = async (total: string, accepted: DepositPreview['terms']) => {
    if (running.current) return
    running.current = true
    setPlacing({ isBusy: true, error: null })
    try {
      const order = await ask(walletCalls.deposit, { body: kept.take({ ...draft, total, accepted }) })
      kept.forget()
      client.setQueryData(orderKey(userId, order.id), order)
      if (mounted.current) onPlaced(order)
    } catch (reason) {
      if (isRefusal(reason)) kept.forget()
      setPlacing({ isBusy: false, error: reason })
    } finally {
      running.current = false
    }
  }

  const repeat = useEffectEvent(() => {
    const unanswered = kept.unanswered()
    if (unanswered && isSameDraft(unanswered, draft))
      void place(unanswered.total, unanswered.accepted ?? null)
  })
  useEffect(() => repeat(), [])

  return {
    place,
    isBusy,
    error,
    /** No one knows whether it was placed. */
    isUnanswered: error !== null && !isRefusal(error),
  }
}

type MethodCardProps = {
  method: PaymentMethod
  network: Network | null
  isSandbox: boolean
  onChange(): void
}

/** The way to pay that was chosen, and the way back to the others. */
const MethodCard = ({ method, network, isSandbox, onChange }: MethodCardProps) => {
  const { t } = useTranslation(['deposit', 'orders'])
  return (
    <div className={methods.card}>
      <span className={methods.mark}>
        <Icon name={methodIcons[method]} />
      </span>
      <span className={methods.words}>
        <b>
          {t(`orders:method.${method}`)}
          {network !== null && ` ${network}`}
        </b>
        <small>{t(isSandbox ? 'sandboxText' : `paidHow.${method}`)}</small>
      </span>
      <Button variant="text" aria-label={t('changeWhat')} onClick={onChange}>
        {t('change')}
      </Button>
    </div>
  )
}

/** What an order would come to, line by line. */
const PreviewSums = ({ preview, channel }: { preview: DepositPreview; channel: Channel }) => {
  const { t, i18n } = useTranslation(['deposit', 'orders'])
  const locale = i18n.language
  const { currency, amount } = preview
  const sum = (text: string) => formatSum(text, currency, locale)
  const fee =
    channel.feeBps > 0 ? t('sum.feeOf', { share: formatShare(channel.feeBps, locale) }) : t('sum.fee')
  return (
    <Sums
      lines={[
        {
          name: t('sum.amount'),
          value: t('orders:coins', { count: Number(amount), amount: formatCoins(amount, locale) }),
        },
        {
          name: t('sum.rate'),
          value: t('orders:rate', { worth: formatRate(preview.rate, currency, locale) }),
        },
        { name: t('sum.fiat'), value: sum(preview.fiat) },
        { name: fee, value: sum(preview.fee) },
        { name: t('sum.total'), value: sum(preview.total), isTotal: true },
      ]}
    />
  )
}

const usePreview = (userId: string, draft: Draft) =>
  useQuery({
    queryKey: ['account', userId, 'deposit-preview', draft],
    queryFn: ({ signal }) => ask(walletCalls.previewDeposit, { body: draft, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: true,
  })
type Preview = ReturnType<typeof usePreview>

const CoinsReceived = ({ amount }: { amount: string }) => {
  const { t, i18n } = useTranslation('deposit')
  return (
    <p className={methods.gets}>
      <span className={methods.label}>{t('youGet')}</span>
      <span className={methods.coins}>
        <Coin purse="coin" />
        <b>{formatCoins(amount, i18n.language)}</b> {t('coins', { count: Number(amount) })}
      </span>
    </p>
  )
}

/** The sum could not be made: why, and once more. */
const QuoteError = ({ of }: { of: Preview }) => {
  const { t } = useTranslation()
  return (
    <div className={methods.bad} role="alert">
      <Icon name="stop" />
      <span>
        <b>{isRefusal(of.error) ? errorText(of.error) : noticeText('calculation-failed')}</b>
        <Button variant="text" busy={of.isFetching} onClick={() => of.refetch()}>
          {t('action.retry')}
        </Button>
      </span>
    </div>
  )
}

const PaymentTerm = ({ payWithinMs }: { payWithinMs: number }) => {
  const { t } = useTranslation('deposit')
  return (
    <p className={methods.kept}>
      <Icon name="clock" />
      <span>
        <Trans t={t} i18nKey="kept" count={Math.floor(payWithinMs / 60_000)} components={{ b: <b /> }} />
      </span>
    </p>
  )
}

export type ReviewStepProps = {
  userId: string
  draft: Draft
  channel: Channel
  onChange(): void
  onPlaced(order: OrderDetail): void
  /** The order would have gone past a limit of the player's own. */
  onLimited(by: Limited): void
}

/** What it costs, before anything is asked for. */
export const ReviewStep = ({ userId, draft, channel, onChange, onPlaced, onLimited }: ReviewStepProps) => {
  const { t, i18n } = useTranslation(['deposit', 'common'])
  const isOnline = useOnline()
  const asked = usePreview(userId, draft)
  const preview = asked.isError ? undefined : asked.data
  const placing = usePlaceOrder(userId, draft, onPlaced)
  const isOutdated =
    isCallError(placing.error) &&
    (placing.error.code === bodyCode.priceChanged || placing.error.code === bodyCode.termsUnaccepted)
  const lookAgain = useEffectEvent(() => void asked.refetch())
  useEffect(() => {
    if (isOutdated) lookAgain()
  }, [isOutdated])
  const [isAccepted, accept] = useState(false)
  const [isAsked, askFor] = useState(false)
  const tick = useRef<HTMLInputElement>(null)
  const isUnaccepted = preview !== undefined && preview.terms !== null && !isAccepted
  const submit = () => {
    if (!preview) return
    if (!isUnaccepted) {
      void placing.place(preview.total, preview.terms)
      return
    }
    askFor(true)
    tick.current?.focus()
  }
  const refusal = placing.error ?? asked.error
  const tellLimit = useEffectEvent((error: unknown) => {
    const limited = limitedBy(error, draft.amount)
    if (limited) onLimited(limited)
  })
  useEffect(() => tellLimit(refusal), [refusal])
  const readPlay = useReadPlay(userId)
  useEffect(() => {
    if (isBarred(refusal)) readPlay()
  }, [refusal, readPlay])
  const total = preview && formatSum(preview.total, preview.currency, i18n.language)
  return (
    <Step
      foot={
        <Button
          variant="primary"
          size="big"
          wide
          busy={placing.isBusy || asked.isFetching}
          data-click="confirm-deposit"
          disabled={!preview || !isOnline}
          onClick={submit}
        >
          {placing.isBusy ? t('placing') : t('place', { total: total ?? '…' })}
        </Button>
      }
    >
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      {placing.error !== null && (
        <Note icon="alert" role="alert">
          {placing.isUnanswered ? t('unanswered') : errorText(placing.error)}
        </Note>
      )}
      <CoinsReceived amount={draft.amount} />
      <MethodCard
        method={draft.method}
        network={draft.network ?? null}
        isSandbox={channel.sandbox}
        onChange={onChange}
      />
      {asked.isError && <QuoteError of={asked} />}
      {preview ? (
        <>
          <PreviewSums preview={preview} channel={channel} />
          <PaymentTerm payWithinMs={preview.payWithinMs} />
          {preview.terms !== null && (
            <Tick
              ref={tick}
              label={<TermsLinks of="deposit" />}
              isTicked={isAccepted}
              onTick={accept}
              error={isAsked && isUnaccepted ? noticeText('terms-unaccepted') : null}
            />
          )}
        </>
      ) : (
        !asked.isError && (
          <div aria-busy="true">
            <Skeleton height="214px" />
          </div>
        )
      )}
    </Step>
  )
}
