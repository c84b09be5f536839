import type { MatchState } from '@minefall/shared/game'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { tileName } from '../../board/model/coordinates.ts'
import { boardScene, tally } from '../../board/model/scene.ts'
import { useCalm, useSettings } from '../../lib/play-settings.ts'
import type { MatchContext, MatchEvent, MatchTag } from '../../machines/match/types.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { ReportButton } from '../support/ReportButton.tsx'
import { useTints } from '../themes/chosen-theme.ts'
import { EmoteBar } from './EmoteBar.tsx'
import { Gathering } from './Gathering.tsx'
import gathering from './gathering.module.css'
import { HelpDialog } from './HelpDialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { MatchHeader } from './MatchHeader.tsx'
import { LastMove } from './Moves.tsx'
import styles from './match.module.css'
import { seatName } from './names.ts'
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
import { useArmed } from './use-armed.ts'
import { useBoardCues, useSoundBus, useTableCues, useTicks } from './use-cues.ts'
import { useHiddenNews } from './use-hidden-news.ts'
import { useNotes } from './use-notes.ts'
import { useResultOpen } from './use-result-open.ts'
import { useStanding } from './use-standing.ts'
import { useTitle } from './use-title.ts'

export type MatchScreenProps = {
  /** The table's name. */
  name: string
  /** The state is here: what comes before it is shown by the loading screen. */
  context: MatchContext & { state: MatchState }
  has(tag: MatchTag): boolean
  send(event: MatchEvent): void
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

type Dialogs = 'none' | 'leave' | 'help' | 'settings' | 'proof'

/** Still in a match that runs: going away would cost the stake. */
const isIn = (state: MatchState, seat: number | null): boolean =>
  seat !== null && state.phase === 'playing' && state.table[seat]?.out === undefined

const isWaiting = (state: MatchState, seat: number | null): boolean =>
  seat !== null && (state.phase === 'gathering' || state.phase === 'locking')

/** A match from the first seat to the result, for players and watchers. */
export const MatchScreen = ({
  name,
  context,
  has,
  send,
  link,
  onReconnect,
  now: serverNow,
  onExit,
  onFollow,
  onSit,
  busy = false,
}: MatchScreenProps) => {
  const { t } = useTranslation(['match', 'board'])
  const { state, seat, pending, presence, proof, rematch } = context
  const paused = context.paused && !state.result
  const now = useStanding(serverNow, paused)
  const [dialog, setDialog] = useState<Dialogs>('none')
  const settings = useSettings()
  const calm = useCalm()
  const tints = useTints()
  const canPlay = has('canPlay')
  const [armed, arm] = useArmed(state, canPlay)
  const down = useDown(link)

  const scene = useMemo(
    () => boardScene({ state, seat, pending, canPlay, armed }),
    [state, seat, pending, canPlay, armed],
  )
  const emotes = settings.muteEmotes ? noEmotes : context.emotes
  const seats = useMemo(() => seatScenes({ state, seat, presence, emotes }), [state, seat, presence, emotes])
  const you = t('match:seat.you')
  const nameOf = useCallback((at: number) => seatName(state, at, seat, you), [state, seat, you])
  const youLower = t('match:seat.youLower')
  const labelName = useCallback((at: number) => seatName(state, at, seat, youLower), [state, seat, youLower])

  const { turn } = state
  const running = turn && !state.result ? turn : null
  const mine = running && running.seat === seat && isIn(state, seat) ? running : null
  const result = useResultOpen(state, calm)
  useSoundBus(state.phase === 'playing')
  useBoardCues(scene, seat)
  useTicks(mine?.deadline ?? null, now)
  useTableCues({ state, seat, emotes })
  useNotes(context, nameOf)
  useHiddenNews({ matchId: state.matchId, name, seat, phase: state.phase, turn: mine?.turn ?? null })
  useTitle(mine ? t('match:turn.yours') : null)

  const leave = () => {
    if (isIn(state, seat) || isWaiting(state, seat)) setDialog('leave')
    else onExit()
  }
  const open = (tile: number) => {
    arm(null)
    send({ type: 'tile.press', tile })
  }
  const { mines, closed } = tally(state)
  const taken = state.table.filter(Boolean).length
  const isGathering = state.phase === 'gathering'
  const report = (
    <ReportButton match={{ matchId: state.matchId, gameId: state.gameId, name }}>
      {t('match:report')}
    </ReportButton>
  )
  const detail =
    state.phase === 'playing' || state.moves.length > 0
      ? t('match:header.detail', {
          board: (state.board?.board ?? 0) + 1,
          turn: (running?.turn ?? state.moves.length - 1) + 1,
        })
      : t('match:header.seats', { taken, seats: state.seats })

  return (
    <div className={styles.match} data-motion={calm ? 'reduced' : undefined} data-phase={state.phase}>
      <MatchHeader
        title={name}
        detail={detail}
        link={link}
        onLeave={leave}
        onHelp={() => setDialog('help')}
        onSettings={() => setDialog('settings')}
      />
      <main className={styles.stage} style={{ '--cols': state.rules.w }}>
        <Seats seats={seats} now={now} paused={paused} />
        <div className={styles.status}>
          <Pot
            amount={potOf(state)}
            purse={state.asset}
            counting={result.fresh && state.result?.outcome === 'settled'}
          />
          {running ? (
            <TurnPill who={mine ? null : nameOf(running.seat)} deadline={running.deadline} now={now} />
          ) : state.result ? (
            <Button variant="primary" onClick={result.show}>
              {t('match:result.show')}
            </Button>
          ) : (
            <StagePill
              text={
                state.phase === 'gathering'
                  ? t('match:phase.gathering', { count: state.seats - taken })
                  : t('match:phase.locking')
              }
            />
          )}
          <div className={styles.leftWide}>{state.board && <Left mines={mines} closed={closed} />}</div>
        </div>
        <div className={styles.board}>
          <div className={styles.tray} inert={isGathering}>
            <Board
              scene={scene}
              nameOf={labelName}
              onOpen={open}
              onArm={arm}
              tints={tints}
              calm={calm}
              asleep={down}
            />
          </div>
          {isGathering && (
            <div className={gathering.over}>
              <Gathering
                state={state}
                seat={seat}
                isPrivate={context.isPrivate}
                apart={context.apart}
                name={name}
                maySit={has('maySit') && taken < state.seats}
                busy={has('busy')}
                refused={context.refused}
                onSit={onSit}
                onLeave={leave}
              />
            </div>
          )}
        </div>
        <div className={styles.leftPhone}>{state.board && <Left mines={mines} closed={closed} />}</div>
        <div className={styles.dock} hidden={isGathering && seat === null}>
          <div className={styles.lastMove}>
            <LastMove state={state} seat={seat} pending={pending} nameOf={nameOf} />
          </div>
          {seat === null ? (
            <p className={styles.watching}>{t('match:watching')}</p>
          ) : (
            <EmoteBar
              onSend={(emote) => send({ type: 'emote.send', emote })}
              disabled={link.state !== 'connected'}
            />
          )}
        </div>
        <PausedBanner paused={paused} className={styles.bannerSpot} />
        {down && !mine && link.state !== 'disconnected' && (
          <div className={styles.bannerSpot}>
            <ReconnectBanner link={link} onRetry={onReconnect} />
          </div>
        )}
        {((down && mine) || link.state === 'disconnected') && (
          <ReconnectOverlay link={link} turn={mine} now={now} onRetry={onReconnect} />
        )}
      </main>
      <SidePanel
        state={state}
        seat={seat}
        pending={pending}
        proof={proof}
        nameOf={nameOf}
        proofOpen={dialog === 'proof'}
        onProof={(shown) => setDialog(shown ? 'proof' : 'none')}
      />
      <StoryRegion state={state} seat={seat} />
      <p className={shape.aside} aria-live="polite">
        {armed === null ? '' : t('board:tapAgain', { at: tileName(armed, state.rules.w) })}
      </p>
      <LeaveDialog
        open={dialog === 'leave'}
        kind={isIn(state, seat) ? 'costly' : state.phase === 'locking' ? 'locked' : 'free'}
        onStay={() => setDialog('none')}
        onLeave={() => {
          setDialog('none')
          if (state.phase !== 'locking') send({ type: 'match.leave' })
          onExit()
        }}
      />
      <HelpDialog
        open={dialog === 'help'}
        rules={state.rules}
        seats={state.seats}
        report={report}
        onClose={() => setDialog('none')}
      />
      <SettingsDialog open={dialog === 'settings'} report={report} onClose={() => setDialog('none')} />
      <ResultDialog
        open={result.open && dialog === 'none' && !busy}
        table={name}
        state={state}
        seat={seat}
        proof={proof}
        rematch={context.asGuest ? null : rematch}
        refused={context.refused}
        mayRematch={seat !== null && !context.asGuest}
        nameOf={nameOf}
        now={now}
        onClose={result.hide}
        onRematch={() => send({ type: 'rematch.ask' })}
        onLeave={onExit}
        onFollow={onFollow}
      />
    </div>
  )
}

const noEmotes: MatchContext['emotes'] = []
