import { shallowEqual } from '@xstate/react'
import { useEffect } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { tileName } from '../../board/model/coordinates.ts'
import { tally } from '../../board/model/scene.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { formatCoins } from '../../lib/format.ts'
import { useCalm } from '../../lib/play-settings.ts'
import { documentTitle } from '../../lib/title.ts'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Coin, type Purse } from '../../ui/Coin.tsx'
import { useCounted } from '../../ui/CountedCoins.tsx'
import screen from './match.module.css'
import { takenOf, useNameOf, useOwnTurn } from './names.ts'
import { potOf } from './result.ts'
import styles from './status.module.css'
import { useTicks } from './use-cues.ts'

/** An amount that counts up once; at once where motion is unwanted. */
const CountUp = ({ to }: { to: bigint }) => {
  const { i18n } = useTranslation()
  const whole = to.toString()
  const shown = useCounted(whole, useCalm() ? whole : '0')
  return <>{formatCoins(shown, i18n.language)}</>
}

type PotProps = {
  amount: bigint
  purse: Purse
  /** Counts up from nothing: the pot goes to its winner. */
  counting: boolean
}

export const Pot = ({ amount, purse, counting }: PotProps) => {
  const { t, i18n } = useTranslation('match')
  return (
    <div className={styles.pot}>
      <Coin purse={purse} className={styles.coin} />
      <span>
        <small>{t(`pot.${purse === 'held' ? 'coin' : purse}`)}</small>
        <b>{counting ? <CountUp to={amount} /> : formatCoins(amount.toString(), i18n.language)}</b>
      </span>
    </div>
  )
}

type TurnPillProps = {
  /** Whose turn runs: null for ours. */
  who: string | null
  deadline: number
  now(): number
}

/** Whose turn it is and the seconds left; a calm gray for others, the action color for ours. */
const TurnPill = ({ who, deadline, now }: TurnPillProps) => {
  const { t } = useTranslation('match')
  const left = useCountdown(deadline, now) ?? 0
  return (
    <div className={styles.turn} data-yours={who === null} data-last={left <= 5} role="timer">
      <span className={styles.who}>{who === null ? t('turn.yours') : t('turn.theirs', { who })}</span>
      <span className={styles.seconds}>
        {left}
        <small>{t('turn.second')}</small>
      </span>
    </div>
  )
}

/** What is said in the pill's place while no turn runs. */
export const StagePill = ({ text }: { text: string }) => (
  <div className={styles.turn} data-yours={false} data-stage>
    <span className={styles.who}>{text}</span>
  </div>
)

/** How many mines hide in how many closed tiles, and how many watch. */
export const Left = ({
  mines,
  closed,
  watchers = 0,
}: {
  mines: number
  closed: number
  watchers?: number
}) => {
  const { t } = useTranslation('match')
  return (
    <p className={styles.left}>
      <Trans t={t} i18nKey="left.mines" count={mines} components={{ b: <b /> }} />
      {' · '}
      <Trans t={t} i18nKey="left.tiles" count={closed} components={{ b: <b /> }} />
      {watchers > 0 && (
        <>
          {' '}
          <span className={styles.watching}>{t('left.watching', { count: watchers })}</span>
        </>
      )}
    </p>
  )
}

/** Shows `text` in the tab's title while it is set, and puts back what was there. */
const useTitle = (text: string | null): void => {
  useEffect(() => {
    if (text === null) return
    const before = document.title
    const ours = documentTitle(text)
    document.title = ours
    return () => {
      if (document.title === ours) document.title = before
    }
  }, [text])
}

/** What `Left` says of a match; nothing before there is a board. */
export const LeftOf = ({ match }: { match: MatchActorRef }) => {
  const left = useMatch(
    match,
    (state, { context: { watchers } }) =>
      state.board && { ...tally(state), watchers: state.phase === 'playing' ? watchers : 0 },
    shallowEqual,
  )
  return left && <Left {...left} />
}

type StatusProps = {
  match: MatchActorRef
  now(): number
  /** The pot goes to its winner now. */
  fresh: boolean
  /** There is room for what is left. */
  isWide: boolean
  onShow(): void
}

/** The pot, whose turn it is, and what is left. */
export const Status = ({ match, now, fresh, isWide, onShow }: StatusProps) => {
  const { t } = useTranslation('match')
  const state = useMatch(match, (it) => it)
  const mine = useOwnTurn(match)
  const nameOf = useNameOf(match, t('seat.you'))
  useTicks(state.pick ? null : (mine?.deadline ?? null), now)
  useTitle(mine ? t('turn.yours') : null)
  const { pick, turn, result, phase, rules, seats } = state
  return (
    <div className={screen.status}>
      <Pot amount={potOf(state)} purse={state.asset} counting={fresh && result?.outcome === 'settled'} />
      {pick ? (
        <StagePill text={t('turn.drawing', { at: tileName(pick.tile, rules.w) })} />
      ) : turn && !result ? (
        <TurnPill who={mine ? null : nameOf(turn.seat)} deadline={turn.deadline} now={now} />
      ) : result ? (
        <Button variant="primary" onClick={onShow}>
          {t('result.show')}
        </Button>
      ) : (
        <StagePill
          text={
            phase === 'gathering'
              ? t('phase.gathering', { count: seats - takenOf(state) })
              : t('phase.locking')
          }
        />
      )}
      {isWide && (
        <div className={screen.leftWide}>
          <LeftOf match={match} />
        </div>
      )}
    </div>
  )
}
