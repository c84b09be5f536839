import { shallowEqual } from '@xstate/react'
import { memo, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tileName } from '../../board/model/coordinates.ts'
import { useKeptFocus } from '../../lib/kept-focus.ts'
import { mediaHook } from '../../lib/media.ts'
import { useCalm, useSettings } from '../../lib/play-settings.ts'
import { hasLinks, type MatchActorRef, useFrameLater, useMatch } from '../../machines/match/index.ts'
import { ReportButton } from '../support/index.ts'
import { EmoteBar } from './EmoteBar.tsx'
import { Gathering, type SeatOffer } from './Gathering.tsx'
import gathering from './gathering.module.css'
import { HelpDialog } from './HelpDialog.tsx'
import { isLeaving, LeaveDialog, type Leaving, leavingOf, openOf } from './LeaveDialog.tsx'
import { MatchBoard } from './MatchBoard.tsx'
import { MatchHeader } from './MatchHeader.tsx'
import { LastMove } from './Moves.tsx'
import styles from './match.module.css'
import { NextBoard } from './NextBoard.tsx'
import { takenOf, useOwnTurn, useSeat } from './names.ts'
import { PausedBanner, ReconnectBanner, ReconnectOverlay } from './Reconnect.tsx'
import { ResultDialog } from './ResultDialog.tsx'
import { Seats } from './Seats.tsx'
import { SettingsDialog } from './SettingsDialog.tsx'
import { SidePanel } from './SidePanel.tsx'
import { LeftOf, Status } from './Status.tsx'
import { StoryRegion } from './StoryRegion.tsx'
import { seatScenes } from './seats.ts'
import { useCues, useSoundBus } from './use-cues.ts'
import { useHiddenNews } from './use-hidden-news.ts'
import type { Link } from './use-link.ts'
import { useNotes } from './use-notes.ts'
import { useResultOpen } from './use-result-open.ts'

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
  /** Sits down at the match that is looked at. */
  offer: SeatOffer
  /** Something else stands over the screen. */
  busy?: boolean
}

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

type DockProps = { match: MatchActorRef; isOnline: boolean; isWide: boolean }

const Dock = memo(({ match, isOnline, isWide }: DockProps) => {
  const { t } = useTranslation('match')
  const seat = useSeat(match)
  const isGathering = useMatch(match, ({ phase }) => phase === 'gathering')
  const isKeyless = useMatch(match, ({ phase }, { context }) => phase === 'playing' && !hasLinks(context))
  return (
    <div className={styles.dock} hidden={isGathering && seat === null}>
      {!isWide && (
        <div className={styles.lastMove}>
          <LastMove match={match} />
        </div>
      )}
      {seat === null ? (
        <p className={styles.watching}>{t('watching')}</p>
      ) : isKeyless ? (
        <p className={styles.watching}>{t('keyless')}</p>
      ) : (
        <EmoteBar onSend={(emote) => match.send({ type: 'emote.send', emote })} disabled={!isOnline} />
      )}
    </div>
  )
})

type InterruptionProps = Clocked & {
  link: Link
  down: boolean
  /** Where the keyboard goes on. */
  board: RefObject<HTMLElement | null>
  onRetry(): void
}

/** What is said of a connection that is away, and of play that is paused. */
const Interruption = ({ match, link, down, board, now, paused, onRetry }: InterruptionProps) => {
  const mine = useOwnTurn(match)
  const chosen = useMatch(match, ({ rules }, { context: { pending } }) =>
    pending?.stage === 'sent' ? tileName(pending.tile, rules.w) : null,
  )
  const isOver = link.state === 'disconnected'
  const isAway = down && !mine && !isOver
  useKeptFocus(board, isAway)
  return (
    <>
      <PausedBanner paused={paused} className={styles.bannerSpot} />
      {isAway && (
        <div className={styles.bannerSpot}>
          <ReconnectBanner link={link} onRetry={onRetry} />
        </div>
      )}
      <ReconnectOverlay
        open={(down && mine !== null) || isOver}
        link={link}
        turn={mine}
        chosen={chosen}
        now={now}
        onRetry={onRetry}
      />
    </>
  )
}

/** The clock that turns are shown by: the server's, which stands while play is paused. */
const useStanding = (now: () => number, paused: boolean): (() => number) =>
  useMemo(() => {
    if (!paused) return now
    const stoodAt = now()
    return () => stoodAt
  }, [now, paused])

/** Room for the moves beside the board, as the style sheets have it. */
const useIsWide = mediaHook('(min-width: 1100px)', false)

type Dialogs = 'none' | Leaving | 'help' | 'settings' | 'proof'

/** A match from the first seat to the result, for players and watchers. */
export const MatchScreen = ({
  match: atOnce,
  name,
  link,
  onReconnect,
  now: serverNow,
  onExit,
  offer,
  busy = false,
}: MatchScreenProps) => {
  const { t } = useTranslation(['match', 'board'])
  const match = useFrameLater(atOnce)
  const phase = useMatch(match, (state) => state.phase)
  const rules = useMatch(match, (state) => state.rules)
  const { matchId, gameId, seats } = useMatch(
    match,
    ({ matchId, gameId, seats }) => ({ matchId, gameId, seats }),
    shallowEqual,
  )
  // After all else: it is needed last.
  const hasDialog = useDeferredValue(true, false)
  const paused = useMatch(match, (state, { context }) => context.paused && !state.result)
  const leaving = useMatch(match, (state, { context }) => leavingOf(state, context.seat))
  const now = useStanding(serverNow, paused)
  const [asked, setDialog] = useState<Dialogs>('none')
  const dialog = openOf(asked, leaving)
  if (dialog !== asked) setDialog(dialog)
  const calm = useCalm()
  const isWide = useIsWide()
  const down = link.isDown
  const result = useResultOpen(match)
  useSoundBus(phase === 'playing')
  useCues(atOnce)
  useNotes(match)
  useHiddenNews(atOnce, name)

  const isGathering = phase === 'gathering'
  const board = useRef<HTMLDivElement>(null)
  useKeptFocus(board, isGathering)
  const leave = () => {
    if (leaving) setDialog(leaving)
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
        <Status match={match} now={now} fresh={result.fresh} onShow={result.show} isWide={isWide} />
        <section
          ref={board}
          className={styles.board}
          aria-label={t('board:grid', { columns: rules.w, rows: rules.h })}
          tabIndex={-1}
        >
          <MatchBoard match={atOnce} asleep={down} />
          {isGathering && (
            <div className={gathering.over}>
              <Gathering match={match} name={name} offer={offer} onLeave={leave} />
            </div>
          )}
        </section>
        {!isWide && (
          <div className={styles.leftPhone}>
            <LeftOf match={match} />
          </div>
        )}
        <Dock match={match} isOnline={link.state === 'connected'} isWide={isWide} />
        <NextBoard match={match} className={styles.bannerSpot} />
        <Interruption
          match={match}
          link={link}
          down={down}
          board={board}
          now={now}
          paused={paused}
          onRetry={onReconnect}
        />
      </main>
      {/* Its dialog stays open where a window gets too narrow for the panel itself. */}
      {(isWide || dialog === 'proof') && (
        <SidePanel
          match={match}
          proofOpen={dialog === 'proof'}
          onProof={(shown) => setDialog(shown ? 'proof' : 'none')}
        />
      )}
      <StoryRegion match={match} now={now} />
      <LeaveDialog
        asked={isLeaving(dialog) ? dialog : null}
        onStay={() => setDialog('none')}
        onLeave={() => {
          // Pressed while it closes.
          if (!isLeaving(dialog)) return
          setDialog('none')
          if (dialog !== 'locked') match.send({ type: 'match.leave' })
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
      {hasDialog && (
        <ResultDialog
          shown={result.open}
          held={dialog !== 'none' || busy}
          match={match}
          table={name}
          now={now}
          onClose={result.hide}
          onLeave={onExit}
        />
      )}
    </div>
  )
}
