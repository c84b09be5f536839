import type { Channel, OrderDetail } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '../../../lib/format.ts'
import { tabStore } from '../../../lib/storage.ts'
import { useSession } from '../../../machines/session/index.ts'
import type { StoredUser } from '../../../machines/session/stored-user.ts'
import { QueryState, useFailureText } from '../../../parts/QueryState.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { usePlay } from '../../safer-play/index.ts'
import { useOrder } from '../orders/index.ts'
import { useChannels } from '../orders/use-orders.ts'
import { Step, stepBody } from '../parts/Step.tsx'
import { AmountStep } from './AmountStep.tsx'
import { type DepositStep, type Draft, keptDraft, type Limited, shownStep, stepOfOrder } from './draft.ts'
import { channelId } from './MethodChoice.tsx'
import { OrderStep } from './OrderStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'

const rows = [0, 1, 2, 3, 4] as const

const Waiting = () => (
  <Step>
    <Skeleton width="5rem" height="20px" />
    <Skeleton height="64px" />
    <Skeleton height="44px" />
    {rows.map((row) => (
      <Skeleton key={row} height="68px" />
    ))}
  </Step>
)

/** Why there is no way to pay to choose: it still loads, it did not, or none is open. */
const NoChannels = ({ of }: { of: ReturnType<typeof useChannels> }) => {
  const { t } = useTranslation('deposit')
  const failure = useFailureText(of.error)
  if (of.isPending || of.isError)
    return (
      <QueryState
        of={of}
        skeleton={<Waiting />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{ title: t('failed'), text: failure }}
      />
    )
  return <EmptyState face="wink" title={t('closed.title')} text={t('closed.text')} />
}

/** Why an account can't deposit now, as far as it is known; null where it can. */
const useBarred = (userId: string): { title: string; text: string } | null => {
  const { t, i18n } = useTranslation('play')
  const { data: play } = usePlay(userId)
  if (play?.break) {
    const { kind, endsAt } = play.break
    const text =
      endsAt === null
        ? t('refused.paused.good')
        : t('refused.paused.until', { when: formatDateTime(endsAt, i18n.language) })
    return { title: t(`refused.paused.${kind}`), text }
  }
  return play?.barred ? { title: t('deposit.barredTitle'), text: t('deposit.barredText') } : null
}

/** In place of a deposit: why there is none, and the way out for coins. */
const Barred = ({ title, text }: { title: string; text: string }) => {
  const { t } = useTranslation('play')
  return (
    <EmptyState face="smile" role="status" title={title} text={text}>
      <Link to="/" search={{ modal: 'play' }} className={buttonClass()}>
        {t('banner.more')}
      </Link>
      <Link to="/" search={{ modal: 'withdraw' }} className={buttonClass({ variant: 'quiet' })}>
        {t('refused.withdraw')}
      </Link>
    </EmptyState>
  )
}

/** Where a deposit is: at which step, and of which order once there is one. */
export type DepositPlace = { step?: DepositStep; order?: string }

export type DepositModalProps = {
  step: string | undefined
  order: string | undefined
  /** To another step; with `instead` the way back leaves this one out. */
  onGo(place: DepositPlace, options?: { instead: boolean }): void
  /** One step back, as the browser goes. */
  onBack(): void
  onClose(): void
}

const isSome = (channels: readonly Channel[]): channels is readonly [Channel, ...Channel[]] =>
  channels.length > 0

/** What was chosen last, kept over a reload. */
const useDraft = (userId: string) => {
  const [draft, setDraft] = useState(() => keptDraft(tabStore, userId).read())
  return {
    draft,
    keep: (next: Draft) => {
      keptDraft(tabStore, userId).keep(next)
      setDraft(next)
    },
    forget: () => keptDraft(tabStore, userId).forget(),
  }
}

type FreshProps = Omit<DepositModalProps, 'order' | 'onClose'> & {
  user: StoredUser
  channelsAsked: ReturnType<typeof useChannels>
  drafting: ReturnType<typeof useDraft>
}

/** A deposit that is no order yet. */
const Fresh = ({ user, step, channelsAsked, drafting, onGo, onBack }: FreshProps) => {
  const { draft, keep, forget } = drafting
  const channels = channelsAsked.data?.deposit ?? []
  const barred = useBarred(user.id)
  const [limited, setLimited] = useState<Limited | null>(null)
  const placed = ({ id }: OrderDetail) => {
    forget()
    onGo({ step: 'pay', order: id }, { instead: true })
  }
  if (barred) return <Barred {...barred} />
  if (!isSome(channels)) return <NoChannels of={channelsAsked} />
  const channel = draft && channels.find((one) => channelId(one) === `${draft.method}/${draft.currency}`)
  if (draft && channel && shownStep({ step, order: undefined }, draft) === 'review')
    return (
      <ReviewStep
        userId={user.id}
        draft={draft}
        channel={channel}
        onChange={onBack}
        onPlaced={placed}
        onLimited={(by) => {
          setLimited(by)
          onBack()
        }}
      />
    )
  const next = (chosen: Draft) => {
    keep(chosen)
    onGo({ step: 'review' })
  }
  return <AmountStep user={user} channels={channels} draft={draft} limited={limited} onNext={next} />
}

/** Money into the wallet: how much and how, what it costs, how to pay it, and its outcome. Nothing for guests. */
export const DepositModal = (props: DepositModalProps) => {
  const { step, order, onGo, onBack, onClose } = props
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation([
    'deposit',
    'orders',
    'common',
    'ui',
    'notices',
    'errors',
    'profile',
    'play',
    'terms',
  ])
  const user = useSession(({ context }) => context.user)
  const userId = user?.id ?? ''
  const channelsAsked = useChannels(userId)
  const drafting = useDraft(userId)
  const orderAsked = useOrder(userId, order ?? null)
  const placed = order === undefined ? undefined : orderAsked.data

  // The address says where the order is by now.
  const orderStep = placed ? stepOfOrder(placed.status) : null
  const correct = useEffectEvent((right: DepositStep) => {
    if (order !== undefined && step !== right) onGo({ step: right, order }, { instead: true })
  })
  useEffect(() => {
    if (orderStep) correct(orderStep)
  }, [orderStep])

  if (!user) return null
  const isReview = order === undefined && shownStep(props, drafting.draft) === 'review'
  const title = () => {
    if (order === undefined) return t(isReview ? 'reviewTitle' : 'title')
    return t(placed && orderStep === 'pay' ? `payTitle.${placed.method}` : 'doneTitle')
  }
  return (
    <Sheet
      size="narrow"
      step={order === undefined ? (isReview ? 'review' : 'amount') : `${orderStep}/${order}`}
      title={title()}
      onBack={isReview ? onBack : undefined}
      onClose={onClose}
      className={stepBody}
    >
      {order === undefined ? (
        <Fresh
          user={user}
          step={step}
          channelsAsked={channelsAsked}
          drafting={drafting}
          onGo={onGo}
          onBack={onBack}
        />
      ) : (
        <OrderStep
          userId={userId}
          of={orderAsked}
          channels={channelsAsked.data?.deposit ?? []}
          onAgain={() => onGo({}, { instead: true })}
        />
      )}
    </Sheet>
  )
}
