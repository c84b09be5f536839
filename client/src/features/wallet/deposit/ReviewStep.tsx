import { bodyCode, type Channel, type OrderDetail } from '@minefall/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { isCallError } from '../../../lib/call-error.ts'
import { formatCoins, formatSum } from '../../../lib/format.ts'
import { errorText, noticeText } from '../../../lib/notices.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { Button } from '../../../ui/Button.tsx'
import { Coin } from '../../../ui/Coin.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useReadPlay } from '../../safer-play/use-play.ts'
import { Step } from '../parts/Step.tsx'
import { previewDeposit } from './deposit-calls.ts'
import type { Draft } from './draft.ts'
import { isBarred, type Limited, limitedBy } from './limited.ts'
import { MethodCard } from './MethodCard.tsx'
import { PreviewSums } from './PreviewSums.tsx'
import styles from './review.module.css'
import { isRefusal, usePlaceOrder } from './use-place-order.ts'

const usePreview = (userId: string, draft: Draft) =>
  useQuery({
    queryKey: ['account', userId, 'deposit-preview', draft],
    queryFn: ({ signal }) => previewDeposit(draft, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: true,
  })
type Preview = ReturnType<typeof usePreview>

const Gets = ({ amount }: { amount: string }) => {
  const { t, i18n } = useTranslation('deposit')
  return (
    <p className={styles.gets}>
      <span className={styles.label}>{t('youGet')}</span>
      <span className={styles.coins}>
        <Coin purse="coin" />
        <b>{formatCoins(amount, i18n.language)}</b> {t('coins', { count: Number(amount) })}
      </span>
    </p>
  )
}

/** The sum could not be made: why, and once more. */
const NoSum = ({ of }: { of: Preview }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.bad} role="alert">
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

const Kept = ({ payWithinMs }: { payWithinMs: number }) => {
  const { t } = useTranslation('deposit')
  return (
    <p className={styles.kept}>
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
  const isDearer = isCallError(placing.error) && placing.error.code === bodyCode.priceChanged
  const lookAgain = useEffectEvent(() => void asked.refetch())
  useEffect(() => {
    if (isDearer) lookAgain()
  }, [isDearer])
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
          onClick={() => preview && placing.place(preview.total)}
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
      <Gets amount={draft.amount} />
      <MethodCard
        method={draft.method}
        network={draft.network ?? null}
        isSandbox={channel.sandbox}
        onChange={onChange}
      />
      {asked.isError && <NoSum of={asked} />}
      {preview ? (
        <>
          <PreviewSums preview={preview} channel={channel} />
          <Kept payWithinMs={preview.payWithinMs} />
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
