import type { MatchEvents } from '@minefall/shared/contracts'
import type { MatchState } from '@minefall/shared/game'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MatchSearch } from '../../app/search.ts'
import { Board } from '../../board/Board.tsx'
import { boardScene, tally } from '../../board/model/scene.ts'
import { useCalm } from '../../lib/play-settings.ts'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { MatchHeader } from '../match/MatchHeader.tsx'
import match from '../match/match.module.css'
import { seatName } from '../match/names.ts'
import { ProofSteps } from '../match/Proof.tsx'
import { potOf } from '../match/result.ts'
import { Seats } from '../match/Seats.tsx'
import { SettingsDialog } from '../match/SettingsDialog.tsx'
import { Left, Pot, StagePill } from '../match/Status.tsx'
import { type SeatScene, seatScenes } from '../match/seats.ts'
import { ShareLater } from '../match/share/ShareLater.tsx'
import { useLink } from '../match/use-link.ts'
import { useTints } from '../themes/use-theme.ts'
import { Controls } from './Controls.tsx'
import { positionsOf } from './positions.ts'
import { ReplaySide } from './ReplaySide.tsx'
import styles from './replay.module.css'
import { useKeys } from './use-keys.ts'
import { usePlayer } from './use-player.ts'
import { useProof } from './use-proof.ts'
import { useSentence } from './use-sentence.ts'

export type ReplayScreenProps = {
  /** The table's name. */
  name: string
  told: MatchEvents
  search: MatchSearch
  /** The visitor's seat, where they come from their own match; null for all others. */
  seat: number | null
  onLeave(): void
}

/** Nobody presses a tile of what is past. */
const nothing = () => undefined
const noClock = () => 0

/** The seats at a moment that is past: nobody is called to move, and no clock runs. */
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
  const positions = useMemo(() => positionsOf(header, events), [header, events])
  const last = positions.length - 1
  const [player, send] = usePlayer(header.gameId, search, last)
  useKeys(last, send)
  const proof = useProof(header, events)
  const sentence = useSentence(positions, seat)
  const calm = useCalm()
  const tints = useTints()
  const link = useLink()
  const [dialog, setDialog] = useState<'none' | 'proof' | 'settings' | 'share'>('none')
  const close = () => setDialog('none')

  const ended = positions[last]
  const state = positions[player.ply] ?? ended
  const scene = useMemo(
    // Nobody's turn to play: the board carries no frame of yours.
    () => state && boardScene({ state, seat: null, pending: null, canPlay: false, armed: null }),
    [state],
  )
  const seats = useMemo(() => (state ? pastSeats(state, seat) : []), [state, seat])
  const you = t('match:seat.you')
  const youLower = t('match:seat.youLower')
  const nameOf = useCallback(
    (at: number) => (ended ? seatName(ended, at, seat, you) : ''),
    [ended, seat, you],
  )
  const labelName = useCallback(
    (at: number) => (ended ? seatName(ended, at, seat, youLower) : ''),
    [ended, seat, youLower],
  )
  const standing = useStanding(seat, nameOf)
  if (!state || !ended || !scene) return null

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
        <div className={match.status}>
          <Pot amount={potOf(state)} purse={state.asset} counting={false} />
          <StagePill text={standing(state)} />
          <div className={match.leftWide}>{state.board && <Left mines={mines} closed={closed} />}</div>
        </div>
        <div className={match.board}>
          <Board
            scene={scene}
            nameOf={labelName}
            onOpen={nothing}
            onArm={nothing}
            tints={tints}
            calm={calm}
          />
        </div>
        <div className={styles.dock}>
          <Controls player={player} sentence={sentence(player.ply)} send={send} />
        </div>
      </main>
      <ReplaySide
        state={state}
        ended={ended}
        seat={seat}
        proof={proof}
        nameOf={nameOf}
        onProof={() => setDialog('proof')}
      />
      <ProofSteps open={dialog === 'proof'} state={ended} proof={proof} nameOf={nameOf} onClose={close} />
      <ShareLater open={dialog === 'share'} onClose={close} state={ended} proof={proof} table={name} />
      <SettingsDialog open={dialog === 'settings'} onClose={close} />
    </div>
  )
}
