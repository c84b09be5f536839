import { bodyCode } from '@minefall/shared/contracts'
import type { Asset, Coins } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useTable } from '../../calls/query.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from './barred.module.css'
import { stakeWithin, tightest } from './limits.ts'
import type { BarringCode } from './play-refusal.ts'
import { usePlay, useReadPlay } from './use-play.ts'

/** The seat that was refused. */
export type RefusedSeat = { gameId: string; stake: Coins; asset: Asset }

type Seat = RefusedSeat & { code: BarringCode }

/** How the account may play, reloaded with each refusal. */
const usePlayState = () => {
  const userId = useSession(({ context }) => context.user?.id ?? '')
  const read = useReadPlay(userId)
  useEffect(() => {
    if (userId !== '') read()
  }, [read, userId])
  return usePlay(userId).data
}

/** Why, with what is left or until when as far as it is known. */
const useWords = ({ code, stake, asset }: Seat): { title: string; text: string } => {
  const { t, i18n } = useTranslation('play')
  const coins = useCoinsText()
  const play = usePlayState()
  const date = (at: number) => formatDateTime(at, i18n.language)
  const limitText = () => {
    const loss = play && tightest(play.limits, 'loss')
    if (!loss || BigInt(loss.left) >= BigInt(stake)) return t('refused.limit.text')
    const present = t(`present.${loss.period}`)
    const of = play.limits.find(({ kind, period }) => kind === 'loss' && period === loss.period)
    if (loss.left === '0' && of) return t('refused.limit.none', { present, when: date(of.endsAt) })
    return t('refused.limit.left', {
      count: Number(loss.left),
      left: coins(loss.left, 'coin'),
      present,
      stake: coins(stake, asset),
    })
  }
  const pausedText = () => {
    if (!play?.break) return t('refused.paused.text')
    return play.break.endsAt === null
      ? t('refused.paused.good')
      : t('refused.paused.until', { when: date(play.break.endsAt) })
  }
  const privateText = () => {
    if (!play || BigInt(play.privateLoss.left) >= BigInt(stake)) return t('refused.private.text')
    const { left, endsAt } = play.privateLoss
    return left === '0'
      ? t('refused.private.none', { when: date(endsAt) })
      : t('refused.private.left', { left: coins(left, 'coin'), stake: coins(stake, asset) })
  }
  switch (code) {
    case bodyCode.playPaused:
      return { title: t(`refused.paused.${play?.break?.kind ?? 'time-out'}`), text: pausedText() }
    case bodyCode.limitReached:
      return { title: t('refused.limit.title'), text: limitText() }
    case bodyCode.countryBarred:
      return { title: t('refused.barred.title'), text: t('refused.barred.text') }
    case bodyCode.pairCapped:
      return { title: t('refused.pair.title'), text: t('refused.pair.text') }
    case bodyCode.privateLossReached:
      return { title: t('refused.private.title'), text: privateText() }
  }
}

/** The stake of this table that a loss limit leaves room for, to be chosen at its door. */
const Smaller = ({ seat: { gameId } }: { seat: RefusedSeat }) => {
  const { t } = useTranslation('play')
  const coins = useCoinsText()
  const play = usePlayState()
  const { data: table } = useTable(gameId)
  const loss = play && tightest(play.limits, 'loss')
  const stake = loss && table ? stakeWithin(table.stakes, loss.left) : null
  if (stake === null) return null
  return (
    <Link
      className={buttonClass({ variant: 'primary' })}
      to="/game/$gameId"
      params={{ gameId }}
      search={{ stake, asset: 'coin' }}
    >
      {t('refused.smaller', { stake: coins(stake, 'coin') })}
    </Link>
  )
}

const Tables = ({ first = false }: { first?: boolean }) => {
  const { t } = useTranslation('play')
  return (
    <Link className={buttonClass({ variant: first ? 'primary' : 'quiet' })} to="/games">
      {t('refused.tables')}
    </Link>
  )
}

type ModalProps = { modal: 'play' | 'withdraw'; first?: boolean; children: ReactNode }

const Modal = ({ modal, first = false, children }: ModalProps) => (
  <Link className={buttonClass({ variant: first ? 'primary' : 'neutral' })} to="/" search={{ modal }}>
    {children}
  </Link>
)

/** The ways on from a refusal; `smaller` where another stake of the table may be chosen. */
const Ways = ({ seat, smaller }: { seat: Seat; smaller: boolean }) => {
  const { t } = useTranslation('play')
  switch (seat.code) {
    case bodyCode.playPaused:
      return (
        <>
          <Modal first modal="play">
            {t('refused.breaks')}
          </Modal>
          <Modal modal="withdraw">{t('refused.withdraw')}</Modal>
        </>
      )
    case bodyCode.limitReached:
      return (
        <>
          {smaller && <Smaller seat={seat} />}
          <Modal modal="play">{t('refused.limits')}</Modal>
          <Tables />
        </>
      )
    case bodyCode.countryBarred:
      return <Modal modal="withdraw">{t('refused.withdraw')}</Modal>
    case bodyCode.pairCapped:
    case bodyCode.privateLossReached:
      return <Tables first />
  }
}

const Page = (seat: Seat) => {
  const { title, text } = useWords(seat)
  return (
    <EmptyState face="smile" role="alert" isPage title={title} text={text}>
      <Ways seat={seat} smaller />
    </EmptyState>
  )
}

const Here = (seat: Seat) => {
  const { title, text } = useWords(seat)
  return (
    <div className={styles.here} role="alert">
      <p>
        <b>{title}</b> {text}
      </p>
      <div className={styles.ways}>
        <Ways seat={seat} smaller={false} />
      </div>
    </div>
  )
}

// Their texts are loaded when they are first needed, and the match around them stays.

/** In place of a match: why there is no seat, and what there is instead. */
export const BarredPage = (seat: Seat) => (
  <Suspense fallback={null}>
    <Page {...seat} />
  </Suspense>
)

/** The same where the seat was asked for: at a table that is looked at, or beside a result. */
export const BarredHere = (seat: Seat) => (
  <Suspense fallback={null}>
    <Here {...seat} />
  </Suspense>
)
