import type { MatchEvents } from '@minefall/shared/contracts/rest'
import { initialState, type MatchState } from '@minefall/shared/game'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../../board/Board.tsx'
import { boardScene, tally } from '../../../board/model/scene.ts'
import { useCalm } from '../../../lib/play-settings.ts'
import type { MatchSearch } from '../../../lib/search.ts'
import type { Fact } from '../../../machines/match/facts.ts'
import { createProver } from '../../../machines/match/prover.ts'
import type { Proof } from '../../../machines/match/types.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTints } from '../../themes/index.ts'
import { MatchHeader } from '../MatchHeader.tsx'
import match from '../match.module.css'
import { seatName } from '../names.ts'
import { ProofSteps } from '../Proof.tsx'
import { potOf } from '../result.ts'
import { Seats } from '../Seats.tsx'
import { SettingsDialog } from '../SettingsDialog.tsx'
import { Left, Pot, StagePill } from '../Status.tsx'
import { type SeatScene, seatScenes } from '../seats.ts'
import { ShareLater } from '../share/ShareLater.tsx'
import { skillQuery } from '../skill/judge-thread.ts'
import { useLink } from '../use-link.ts'
import { Controls } from './Controls.tsx'
import { OddsLegend, useOdds, useOddsNotes } from './Odds.tsx'
import { type PlayerAct, pliesOf } from './player.ts'
import { ReplaySide } from './ReplaySide.tsx'
import styles from './replay.module.css'
import { TurningDialog } from './TurningPoints.tsx'
import { turningPoints } from './turning-points.ts'
import { usePlayer } from './use-player.ts'
import { useSentence } from './use-sentence.ts'

/** Checks everything the match has claimed. */
const useProof = (facts: readonly Fact[]): Proof => {
  const [proof, setProof] = useState<Proof>({ status: 'checking', reason: null, turns: new Set() })
  useEffect(() => {
    const prover = createProver(
      (run) => setTimeout(run, 0),
      ({ failed, turns }) => setProof({ status: failed ? 'failed' : 'verified', reason: failed, turns }),
    )
    facts.forEach(prover.hear)
    return prover.forget
  }, [facts])
  return proof
}

/** What each key does wherever nothing else takes it. */
const acts: Record<string, (last: number) => PlayerAct> = {
  ArrowLeft: () => ({ type: 'step', by: -1 }),
  ArrowRight: () => ({ type: 'step', by: 1 }),
  Home: () => ({ type: 'seek', ply: 0 }),
  End: (last) => ({ type: 'seek', ply: last }),
  ' ': () => ({ type: 'toggle' }),
}

/** Arrows and Home move over the board and the scrubber themselves, Space presses buttons; dialogs have their own keys. */
export const isTaken = (event: Pick<KeyboardEvent, 'key' | 'composedPath'>): boolean => {
  // The chat is a shadow tree, of which the event’s target shows no more than the host.
  const [pressed] = event.composedPath()
  const keepers = event.key === ' ' ? 'button, a, input' : 'input, [role=grid]'
  return pressed instanceof Element && pressed.closest(`${keepers}, [role=dialog]`) !== null
}

/** Moves the replay with the keyboard, whatever has the focus. */
const useKeys = (last: number, send: (asked: PlayerAct) => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = acts[event.key]
      const isOurs = !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey
      if (!asked || !isOurs || isTaken(event)) return
      event.preventDefault()
      send(asked(last))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [last, send])
}

export type ReplayScreenProps = {
  /** The table's name. */
  name: string
  told: MatchEvents
  search: MatchSearch
  /** The visitor's seat, where they come from their own match; null for all others. */
  seat: number | null
  onLeave(): void
}

/** No one presses a tile of what is past. */
const nothing = () => undefined
const noClock = () => 0

/** The seats at a moment that is past: no one is called to move, and no clock runs. */
const pastSeats = (state: MatchState, seat: number | null): readonly SeatScene[] =>
  seatScenes({ state, seat, presence: [], emotes: [] }).map((one) => ({
    ...one,
    doing: one.doing === 'yourTurn' ? 'turn' : one.doing,
    turn: null,
  }))

/** What the pill says: that this is a replay, and at its end how the match ended. */
const useStanding = (seat: number | null, nameOf: (seat: number) => string) => {
  const { t } = useTranslation(['replay', 'match'])
  return ({ result }: MatchState): string => {
    if (!result) return t('replay:pill')
    if (result.outcome === 'voided') return t('match:result.voided')
    const [winner] = result.payouts
    if (result.payouts.length !== 1 || !winner) return t('match:result.over')
    return winner.seat === seat
      ? t('match:result.won')
      : t('match:result.watched', { who: nameOf(winner.seat) })
  }
}

/** A match that is over, move by move, on the board it was played on. */
export const ReplayScreen = ({ name, told, search, seat, onLeave }: ReplayScreenProps) => {
  const { t } = useTranslation(['replay', 'match', 'board', 'ui'])
  const { header, events } = told
  const plies = useMemo(() => pliesOf(header, events), [header, events])
  const last = plies.length - 1
  const ended = useMemo(() => plies.at(-1)?.state ?? initialState(header), [plies, header])
  const [player, replay] = usePlayer(header.gameId, search, plies)
  const state = plies[player.ply]?.state ?? ended
  const { rules, board } = state
  useKeys(last, replay.send)
  const proof = useProof(useMemo(() => plies.flatMap(({ facts }) => facts), [plies]))
  const calm = useCalm()
  const tints = useTints()
  const link = useLink()
  const [dialog, setDialog] = useState<'none' | 'points' | 'proof' | 'settings' | 'share'>('none')
  const close = () => setDialog('none')

  const { data: skill = null } = useQuery(skillQuery(ended))
  const points = useMemo(() => (skill ? turningPoints(skill) : []), [skill])
  const sentence = useSentence(plies, seat, skill)
  const [isOdds, setOdds] = useState(false)
  const counted = useOdds(plies, ended, isOdds)
  const odds = (isOdds && counted.data?.[player.ply]) || null
  const notes = useOddsNotes(odds)

  // No one's turn to play: the board carries no frame of yours.
  const scene = useMemo(() => boardScene({ rules, board }), [rules, board])
  const seats = useMemo(() => pastSeats(state, seat), [state, seat])
  const you = t('match:seat.you')
  const youLower = t('match:seat.youLower')
  const nameOf = useCallback((at: number) => seatName(ended, at, seat, you), [ended, seat, you])
  const labelName = useCallback((at: number) => seatName(ended, at, seat, youLower), [ended, seat, youLower])
  const standing = useStanding(seat, nameOf)
  const seek = (ply: number) => replay.send({ type: 'seek', ply })

  /** Below the controls, or beside the board where there is room. */
  const oddsPart = rules.clues && (
    <>
      <Button variant="quiet" icon="eye" aria-pressed={isOdds} onClick={() => setOdds((shown) => !shown)}>
        {t('odds.show')}
      </Button>
      {isOdds && <OddsLegend odds={odds} failed={counted.isError} columns={rules.w} />}
    </>
  )
  const { mines, closed } = tally(state)
  return (
    <div
      className={classes(match.match, styles.replay)}
      data-motion={calm ? 'reduced' : undefined}
      data-phase={state.phase}
    >
      <MatchHeader
        title={name}
        detail={t('detail', { board: (state.board?.board ?? 0) + 1, ply: player.ply, last })}
        link={link}
        leaveLabel={t('leave')}
        onLeave={onLeave}
        onSettings={() => setDialog('settings')}
      >
        {ended.order.length > 0 && (
          <IconButton
            className={styles.proof}
            icon="shield"
            label={t(`match:proof.${proof.status}.title`)}
            onClick={() => setDialog('proof')}
          />
        )}
        {ended.result?.outcome === 'settled' && (
          <IconButton
            icon="share"
            label={t('match:share.title')}
            data-click="share-result"
            onClick={() => setDialog('share')}
          />
        )}
      </MatchHeader>
      <main className={match.stage} style={{ '--cols': state.rules.w }}>
        <Seats seats={seats} now={noClock} paused={false} />
        <div className={classes(match.status, styles.status)}>
          <Pot amount={potOf(state)} purse={state.asset} counting={false} />
          <StagePill text={standing(state)} />
          <div className={match.leftWide}>{state.board && <Left mines={mines} closed={closed} />}</div>
        </div>
        <div className={classes(match.board, styles.board)}>
          <Board
            scene={scene}
            facts={replay}
            nameOf={labelName}
            onOpen={nothing}
            onArm={nothing}
            tints={tints}
            calm={calm}
            notes={notes}
          />
        </div>
        <div className={classes(match.dock, styles.dock)}>
          <Controls player={player} sentence={sentence(player.ply)} send={replay.send}>
            {rules.clues && (
              <div className={styles.more}>
                {oddsPart}
                {points.length > 0 && (
                  <Button variant="quiet" icon="flag" onClick={() => setDialog('points')}>
                    {t('turning.title')}
                  </Button>
                )}
              </div>
            )}
          </Controls>
        </div>
      </main>
      <ReplaySide
        state={state}
        ended={ended}
        seat={seat}
        proof={proof}
        points={points}
        nameOf={nameOf}
        onProof={() => setDialog('proof')}
        onSeek={seek}
      >
        {oddsPart && <div className={styles.beside}>{oddsPart}</div>}
      </ReplaySide>
      <TurningDialog
        open={dialog === 'points'}
        points={points}
        nameOf={nameOf}
        onSeek={seek}
        onClose={close}
      />
      <ProofSteps open={dialog === 'proof'} state={ended} proof={proof} nameOf={nameOf} onClose={close} />
      <ShareLater open={dialog === 'share'} onClose={close} state={ended} proof={proof} table={name} />
      <SettingsDialog open={dialog === 'settings'} onClose={close} />
    </div>
  )
}
