import type { MatchState } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { shallowEqual } from '@xstate/react'
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { tileName } from '../../board/model/coordinates.ts'
import { formatCoins, formatList } from '../../lib/format.ts'
import { joinSentences } from '../../lib/join-sentences.ts'
import type { createStore } from '../../lib/store.ts'
import { isOfArena } from '../../lib/tables.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'
import shape from '../../styles/shape.module.css'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { SeatDial } from '../../ui/SeatDial.tsx'
import { SeatMark } from '../../ui/SeatMark.tsx'
import { BarredHere, barringCode } from '../safer-play/index.ts'
import { LessonOffer } from './lesson/Lesson.tsx'
import { useNameOf, useSeat } from './names.ts'
import { Others } from './Others.tsx'
import { offeredSeat } from './own-seat.ts'
import { ProofRow, ProofSteps } from './Proof.tsx'
import { RematchButton } from './RematchButton.tsx'
import styles from './result.module.css'
import { type Summary, summarize } from './result.ts'
import { ShareLater } from './share/ShareLater.tsx'
import { OwnSkill } from './skill/OwnSkill.tsx'
import { useWays } from './use-ways.ts'

const ArenaResult = lazy(async () => ({ default: (await import('../arena/ArenaResult.tsx')).ArenaResult }))

type ResultProps = {
  /** The table's name. */
  table: string
  /** It is over. */
  match: MatchActorRef
  now(): number
  onClose(): void
  onLeave(): void
}

const useAmount = () => {
  const { i18n } = useTranslation()
  return (amount: bigint, signed = false): string => {
    const plain = formatCoins((amount < 0n ? -amount : amount).toString(), i18n.language)
    if (!signed || amount === 0n) return plain
    return amount > 0n ? `+${plain}` : `−${plain}`
  }
}

const TitleOf = ({ summary, nameOf }: { summary: Summary; nameOf(seat: number): string }) => {
  const { t } = useTranslation('match')
  const { outcome } = summary
  switch (outcome.kind) {
    case 'won':
      return t('result.won')
    case 'shared':
      return t('result.shared')
    case 'lost':
      return t('result.lost', { count: outcome.place, ordinal: true })
    case 'voided':
      return t('result.voided')
    case 'watched':
      return summary.winners.length === 1
        ? t('result.watched', { who: nameOf(summary.winners[0] ?? 0) })
        : t('result.over')
  }
}

type WhyProps = { summary: Summary; asset: MatchState['asset']; nameOf(seat: number): string }

const Why = ({ summary, asset, nameOf }: WhyProps) => {
  const { t, i18n } = useTranslation('match')
  const coins = useCoinsText()
  const amount = (sum: bigint) => coins(sum, asset)
  const { outcome, winners } = summary
  const [first] = winners
  if (outcome.kind === 'voided')
    return (
      <p className={styles.why}>
        {joinSentences(
          [
            t(`result.why.${outcome.reason}`),
            ...(outcome.back === null
              ? []
              : [
                  t(outcome.net === 0n ? 'result.back.all' : 'result.back.share', {
                    amount: amount(outcome.back),
                  }),
                ]),
          ],
          i18n.language,
        )}
      </p>
    )
  if (outcome.kind === 'lost' || outcome.kind === 'watched')
    return (
      <p className={styles.why}>
        {first !== undefined && <SeatMark seat={first} silent />}
        {winners.length === 1 && first !== undefined
          ? t('result.takes', { who: nameOf(first), amount: amount(summary.pot - summary.rake) })
          : t('result.sharedBy', { who: formatList(winners.map(nameOf), i18n.language) })}
      </p>
    )
  if (outcome.kind === 'shared')
    return <p className={styles.why}>{t('result.sharedWith', { count: outcome.others })}</p>
  return null
}

type Row = [term: string, value: ReactNode]

const Sums = ({ summary, state }: { summary: Summary; state: MatchState }) => {
  const { t } = useTranslation('match')
  const amount = useAmount()
  const { outcome, lastMove } = summary
  const sum = (total: bigint, signed = false) => (
    <>
      <Coin purse={state.asset} /> {amount(total, signed)}{' '}
      <span className={shape.aside}>{t(`result.purse.${state.asset}`)}</span>
    </>
  )
  const stake: Row = [t('result.sum.stake'), sum(summary.stake)]
  const rows: readonly Row[] =
    outcome.kind === 'lost'
      ? [
          [t('result.sum.you'), sum(outcome.net, true)],
          [t('result.sum.lastTile'), lastMove ? tileName(lastMove.tile, state.rules.w) : '–'],
          [t('result.sum.turns'), String(summary.turns)],
        ]
      : [
          [t('result.sum.pot'), sum(summary.pot)],
          ...(outcome.kind === 'watched' ? [] : [stake]),
          [t('result.sum.turns'), String(summary.turns)],
        ]
  return (
    <dl className={styles.sums}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type EndProps = { match: MatchActorRef }

const useEnd = (match: MatchActorRef) => {
  const { t } = useTranslation('match')
  const state = useMatch(match, (it) => it)
  const seat = useSeat(match)
  const nameOf = useNameOf(match, t('seat.you'))
  return { state, seat, nameOf, summary: summarize(state, seat) }
}

/** What its dialog says, which stays as it is when that opens. */
const Result = memo(
  ({
    table,
    match,
    now,
    first,
    onClose,
    onLeave,
  }: ResultProps & { first: RefObject<HTMLButtonElement | null> }) => {
    const { t } = useTranslation('match')
    const { state, seat, nameOf, summary } = useEnd(match)
    const { proof, rematch, refused, asGuest } = useMatch(
      match,
      (_, { context: { proof, rematch, refused, asGuest } }) => ({ proof, rematch, refused, asGuest }),
      shallowEqual,
    )
    const next = useConnection(
      ({ context }) => offeredSeat(state.matchId, rematch?.asked === true, context.seated),
      shallowEqual,
    )
    const ways = useWays()
    // Of one that was canceled before it began no one has a seat any more.
    const isCalledOff = summary?.outcome.kind === 'voided' && !summary.outcome.started
    const ofArena = (seat !== null || isCalledOff) && isOfArena(state)
    // No rematch follows on the seat of a guest who has signed in, and an arena calls to the next match.
    const mayRematch = seat !== null && !asGuest && !ofArena
    const amount = useAmount()
    const [steps, showSteps] = useState(false)
    const [sharing, share] = useState(false)
    if (!summary) return null
    const { outcome, ahead } = summary
    const barred = barringCode(refused?.code)
    const wonSomething = outcome.kind === 'won' || outcome.kind === 'shared'
    return (
      <>
        {wonSomething && (
          <p className={styles.net} data-ahead={ahead}>
            {amount(outcome.net, true)} <Coin purse={state.asset} className={styles.coin} />
            <span className={shape.aside}>{t(`result.purse.${state.asset}`)}</span>
          </p>
        )}
        <Why summary={summary} asset={state.asset} nameOf={nameOf} />
        {ofArena && (
          <Suspense fallback={null}>
            <ArenaResult />
          </Suspense>
        )}
        {outcome.kind !== 'voided' && <Sums summary={summary} state={state} />}
        {outcome.kind !== 'voided' && seat !== null && state.rules.clues && (
          <OwnSkill state={state} seat={seat} />
        )}
        {(outcome.kind !== 'voided' || outcome.started) && (
          <ProofRow proof={proof} state={state} onOpen={() => showSteps(true)} />
        )}
        {/* Its texts are got in with it. */}
        <Suspense fallback={null}>
          <Others state={state} seat={seat} />
        </Suspense>
        {outcome.kind === 'lost' && <LessonOffer matchId={state.matchId} />}
        {barred !== null && mayRematch && (
          <BarredHere code={barred} gameId={state.gameId} stake={state.stake} asset={state.asset} />
        )}
        <DialogActions split>
          {next && (
            <Button
              variant="primary"
              wide
              size="big"
              icon="play"
              onClick={() => ways.match(next.gameId, next.matchId)}
            >
              {t('result.follow')}
            </Button>
          )}
          {mayRematch && !next && barred === null && (
            <RematchButton
              state={state}
              seat={seat}
              rematch={rematch}
              now={now}
              onRematch={() => match.send({ type: 'rematch.ask' })}
            />
          )}
          <button ref={first} type="button" className={buttonClass()} onClick={onClose}>
            {t('result.board')}
          </button>
          {state.order.length > 0 && (
            <Link
              className={buttonClass()}
              to="/game/$gameId"
              params={{ gameId: state.gameId }}
              search={{ match: state.matchId, ply: 0 }}
              data-click="watch-replay"
              state={seat === null ? {} : { seat }}
            >
              {t('result.replay')}
            </Link>
          )}
          {outcome.kind !== 'voided' && (
            <Button icon="share" data-click="share-result" onClick={() => share(true)}>
              {t('result.share')}
            </Button>
          )}
          <Button variant="quiet" onClick={onLeave}>
            {t('result.leave')}
          </Button>
        </DialogActions>
        <ShareLater open={sharing} onClose={() => share(false)} state={state} proof={proof} table={table} />
        <ProofSteps
          open={steps}
          state={state}
          proof={proof}
          onClose={() => showSteps(false)}
          nameOf={nameOf}
        />
      </>
    )
  },
)

/** What is in a store, rendered in slices. */
const useInSlices = <T,>({ current, subscribe }: ReturnType<typeof createStore<T>>): T => {
  const [value, set] = useState(current)
  useEffect(() => {
    const read = () => startTransition(() => set(current))
    read()
    return subscribe(read)
  }, [current, subscribe])
  return value
}

type ResultDialogProps = ResultProps & {
  /** Whether it is open, unless another dialog holds it back. */
  shown: ReturnType<typeof createStore<boolean>>
  held: boolean
}

const Title = ({ match }: EndProps) => {
  const { summary, nameOf } = useEnd(match)
  return summary && <TitleOf summary={summary} nameOf={nameOf} />
}

/** Whose place it shows: one's own, or the winner's for who watched. */
const Place = ({ match }: EndProps) => {
  const { state, seat, summary } = useEnd(match)
  if (!summary) return null
  const { outcome, ahead } = summary
  const place = outcome.kind === 'watched' ? (summary.winners[0] ?? null) : seat
  const player = place === null ? null : state.table[place]
  return (
    <>
      {ahead && <i className={styles.burst} aria-hidden="true" />}
      {player && place !== null && (
        <SeatDial
          seat={place}
          avatar={player.player.avatar}
          size={112}
          out={outcome.kind === 'lost'}
          winner={ahead || outcome.kind === 'watched'}
        />
      )}
    </>
  )
}

/**
 * How it ended, honestly: light and a plus sign only for those who got back more than they staked. Empty and closed it
 * is there before the end, and what it says is made before it opens: each alone is long enough for a slow phone.
 */
export const ResultDialog = ({ shown, held, ...props }: ResultDialogProps) => {
  const { match } = props
  const isOver = useMatch(match, ({ result }) => result !== null)
  // After all else has shown the end.
  const isMade = useDeferredValue(isOver, false) && isOver
  const open = useInSlices(shown) && !held && isMade
  // Harmless if the key that opened the last tile is pressed once more.
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={isMade && <Title match={match} />}
      className={styles.dialog}
      initialFocus={first}
      keepMounted
      glyph={isMade && <Place match={match} />}
    >
      {isMade && <Result {...props} first={first} />}
    </Dialog>
  )
}
