import type { MatchState } from '@minefall/shared/game'
import { shallowEqual } from '@xstate/react'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tally } from '../../board/model/scene.ts'
import { useCalm, useSettings } from '../../lib/play-settings.ts'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'
import { Button } from '../../ui/Button.tsx'
import { ReportButton } from '../support/index.ts'
import { EmoteBar } from './EmoteBar.tsx'
import { Gathering } from './Gathering.tsx'
import gathering from './gathering.module.css'
import { HelpDialog } from './HelpDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { MatchBoard } from './MatchBoard.tsx'
import { MatchHeader } from './MatchHeader.tsx'
import { LastMove } from './Moves.tsx'
import styles from './match.module.css'
import { useNameOf, useSeat } from './names.ts'
import { PausedBanner } from './PausedBanner.tsx'
import { type Link, ReconnectBanner, ReconnectOverlay, useDown } from './Reconnect.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { potOf } from './result.ts'
import { Seats } from './Seats.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { SidePanel } from './SidePanel.tsx'
import { Left, Pot, StagePill, TurnPill } from './Status.tsx'
import { StoryRegion } from './StoryRegion.tsx'
import { seatScenes } from './seats.ts'
import { useCues, useSoundBus, useTicks } from './use-cues.ts'
import { useHiddenNews } from './use-hidden-news.ts'
import { useNotes } from './use-notes.ts'
import { useResultOpen } from './use-result-open.ts'
import { useStanding } from './use-standing.ts'
import { useTitle } from './use-title.ts'

export type MatchScreenProps = {
  /** Its state is here: what comes before it is shown by the loading screen. */
  match: MatchActorRef
  /** The table's name. */
  name: string
  link: Link
  onReconnect(): void
  /** The server's clock. */
  now(): number
  /** Leaves the screen; a seat still in is given up first. */
  onExit(): void
  /** Goes to the next match, where another tab of this player sat down already; null when there is none. */
  onFollow: (() => void) | null
  /** Sits down at the match that is looked at. */
  onSit(): void
  /** Something else stands over the screen. */
  busy?: boolean
}

/** Still in a match that runs: going away would cost the stake. */
const isIn = (state: MatchState, seat: number | null): boolean =>
  seat !== null && state.phase === 'playing' && state.table[seat]?.out === undefined

const useIsIn = (match: MatchActorRef): boolean =>
  useMatch(match, (state, { context }) => isIn(state, context.seat))

/** Our own running turn; null while it is not ours. */
const useOwnTurn = (match: MatchActorRef): MatchState['turn'] =>
  useMatch(match, (state, { context }) =>
    state.turn?.seat === context.seat && isIn(state, context.seat) ? state.turn : null,
  )

/** How many seats are taken. */
const takenOf = ({ table }: MatchState): number => table.filter(Boolean).length

type HeaderProps = {
  match: MatchActorRef
  name: string
  link: Link
  onLeave(): void
  onHelp(): void
  onSettings(): void
}

const Header = ({ match, name, ...rest }: HeaderProps) => {
  const { t } = useTranslation('match')
  const detail = useMatch(match, (state) => {
    const { turn, phase, moves, board, seats } = state
    if (phase !== 'playing' && moves.length === 0) return t('header.seats', { taken: takenOf(state), seats })
    return t('header.detail', {
      board: (board?.board ?? 0) + 1,
      turn: (turn?.turn ?? moves.length - 1) + 1,
    })
  })
  return <MatchHeader title={name} detail={detail} {...rest} />
}

type Clocked = { match: MatchActorRef; now(): number; paused: boolean }

const Table = ({ match, now, paused }: Clocked) => {
  const { muteEmotes: muted } = useSettings()
  const state = useMatch(match, (it) => it)
  const presence = useMatch(match, (_, { context }) => context.presence)
  const emotes = useMatch(match, (_, { context }) => context.emotes)
  const seat = useSeat(match)
  const seats = useMemo(
    () => seatScenes({ state, seat, presence, emotes, muted }),
    [state, seat, presence, emotes, muted],
  )
  return <Seats seats={seats} now={now} paused={paused} />
}

/** How many mines hide in how many closed tiles; nothing before there is a board. */
const LeftOf = ({ match }: { match: MatchActorRef }) => {
  const left = useMatch(match, (state) => state.board && tally(state), shallowEqual)
  return left && <Left {...left} />
}

type StatusProps = Omit<Clocked, 'paused'> & {
  /** The pot goes to its winner now. */
  fresh: boolean
  onShow(): void
}

const Status = ({ match, now, fresh, onShow }: StatusProps) => {
  const { t } = useTranslation('match')
  const state = useMatch(match, (it) => it)
  const mine = useOwnTurn(match)
  const nameOf = useNameOf(match, t('seat.you'))
  useTicks(mine?.deadline ?? null, now)
  useTitle(mine ? t('turn.yours') : null)
  const { turn, result, phase, seats } = state
  return (
    <div className={styles.status}>
      <Pot amount={potOf(state)} purse={state.asset} counting={fresh && result?.outcome === 'settled'} />
      {turn && !result ? (
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
      <div className={styles.leftWide}>
        <LeftOf match={match} />
      </div>
    </div>
  )
}

type DockProps = { match: MatchActorRef; isOnline: boolean }

const Dock = memo(({ match, isOnline }: DockProps) => {
  const { t } = useTranslation('match')
  const seat = useSeat(match)
  const isGathering = useMatch(match, ({ phase }) => phase === 'gathering')
  return (
    <div className={styles.dock} hidden={isGathering && seat === null}>
      <div className={styles.lastMove}>
        <LastMove match={match} />
      </div>
      {seat === null ? (
        <p className={styles.watching}>{t('watching')}</p>
      ) : (
        <EmoteBar onSend={(emote) => match.send({ type: 'emote.send', emote })} disabled={!isOnline} />
      )}
    </div>
  )
})

type InterruptionProps = Clocked & { link: Link; down: boolean; onRetry(): void }

/** What is said of a connection that is away, and of play that is paused. */
const Interruption = ({ match, link, down, now, paused, onRetry }: InterruptionProps) => {
  const mine = useOwnTurn(match)
  const isOver = link.state === 'disconnected'
  return (
    <>
      <PausedBanner paused={paused} className={styles.bannerSpot} />
      {down && !mine && !isOver && (
        <div className={styles.bannerSpot}>
          <ReconnectBanner link={link} onRetry={onRetry} />
        </div>
      )}
      {((down && mine) || isOver) && <ReconnectOverlay link={link} turn={mine} now={now} onRetry={onRetry} />}
    </>
  )
}

type Dialogs = 'none' | 'leave' | 'help' | 'settings' | 'proof'

/** A match from the first seat to the result, for players and watchers. */
export const MatchScreen = ({
  match,
  name,
  link,
  onReconnect,
  now: serverNow,
  onExit,
  onFollow,
  onSit,
  busy = false,
}: MatchScreenProps) => {
  const { t } = useTranslation('match')
  const phase = useMatch(match, (state) => state.phase)
  const rules = useMatch(match, (state) => state.rules)
  const { matchId, gameId, seats } = useMatch(
    match,
    ({ matchId, gameId, seats }) => ({ matchId, gameId, seats }),
    shallowEqual,
  )
  const isOver = useMatch(match, (state) => state.result !== null)
  const paused = useMatch(match, (state, { context }) => context.paused && !state.result)
  const seat = useSeat(match)
  const inMatch = useIsIn(match)
  const now = useStanding(serverNow, paused)
  const [dialog, setDialog] = useState<Dialogs>('none')
  const calm = useCalm()
  const down = useDown(link)
  const result = useResultOpen(match)
  useSoundBus(phase === 'playing')
  useCues(match)
  useNotes(match)
  useHiddenNews(match, name)

  const isGathering = phase === 'gathering'
  const isWaiting = seat !== null && (isGathering || phase === 'locking')
  const leave = () => {
    if (inMatch || isWaiting) setDialog('leave')
    else onExit()
  }
  const report = <ReportButton match={{ matchId, gameId, name }}>{t('report')}</ReportButton>
  return (
    <div className={styles.match} data-motion={calm ? 'reduced' : undefined} data-phase={phase}>
      <Header
        match={match}
        name={name}
        link={link}
        onLeave={leave}
        onHelp={() => setDialog('help')}
        onSettings={() => setDialog('settings')}
      />
      <main className={styles.stage} style={{ '--cols': rules.w }}>
        <Table match={match} now={now} paused={paused} />
        <Status match={match} now={now} fresh={result.fresh} onShow={result.show} />
        <div className={styles.board}>
          <MatchBoard match={match} asleep={down} />
          {isGathering && (
            <div className={gathering.over}>
              <Gathering match={match} name={name} onSit={onSit} onLeave={leave} />
            </div>
          )}
        </div>
        <div className={styles.leftPhone}>
          <LeftOf match={match} />
        </div>
        <Dock match={match} isOnline={link.state === 'connected'} />
        <Interruption match={match} link={link} down={down} now={now} paused={paused} onRetry={onReconnect} />
      </main>
      <SidePanel
        match={match}
        proofOpen={dialog === 'proof'}
        onProof={(shown) => setDialog(shown ? 'proof' : 'none')}
      />
      <StoryRegion match={match} />
      <LeaveDialog
        open={dialog === 'leave'}
        kind={inMatch ? 'costly' : phase === 'locking' ? 'locked' : 'free'}
        onStay={() => setDialog('none')}
        onLeave={() => {
          setDialog('none')
          if (phase !== 'locking') match.send({ type: 'match.leave' })
          onExit()
        }}
      />
      <HelpDialog
        open={dialog === 'help'}
        rules={rules}
        seats={seats}
        report={report}
        onClose={() => setDialog('none')}
      />
      <SettingsDialog open={dialog === 'settings'} report={report} onClose={() => setDialog('none')} />
      {isOver && (
        <ResultDialog
          open={result.open && dialog === 'none' && !busy}
          match={match}
          table={name}
          now={now}
          onClose={result.hide}
          onLeave={onExit}
          onFollow={onFollow}
        />
      )}
    </div>
  )
}
