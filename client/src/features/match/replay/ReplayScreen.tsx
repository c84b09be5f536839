import type { MatchEvents } from '@minefall/shared/contracts/rest'
import { judgeMatch, type MatchSkill, type MatchState, toldOpeners } from '@minefall/shared/game'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../../board/Board.tsx'
import { boardScene, tally } from '../../../board/model/scene.ts'
import { formatPercent } from '../../../lib/percent.ts'
import { useCalm } from '../../../lib/play-settings.ts'
import type { MatchSearch } from '../../../lib/search.ts'
import type { Fact, Proof } from '../../../machines/match/index.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTints } from '../../themes/index.ts'
import { MatchHeader } from '../MatchHeader.tsx'
import { MoveList } from '../Moves.tsx'
import match from '../match.module.css'
import { seatName } from '../names.ts'
import { ProofRow, ProofSteps } from '../Proof.tsx'
import { potOf } from '../result.ts'
import { Seats } from '../Seats.tsx'
import { SettingsDialog } from '../SettingsDialog.tsx'
import { Left, Pot, StagePill } from '../Status.tsx'
import { useSentences } from '../StoryRegion.tsx'
import { type SeatScene, seatScenes } from '../seats.ts'
import { ShareLater } from '../share/ShareLater.tsx'
import side from '../side.module.css'
import { useLink } from '../use-link.ts'
import { Controls } from './Controls.tsx'
import { type PlayerAct, type Ply, pliesOf } from './player.ts'
import styles from './replay.module.css'
import { turningPoints } from './turning-points.ts'
import { usePlayer } from './use-player.ts'
import { useProof } from './use-proof.ts'

type ReplaySideProps = {
  /** The match as it stands, and as it ended. */
  state: MatchState
  ended: MatchState
  seat: number | null
  proof: Proof
  /** Null on a blind table. */
  skill: MatchSkill | null
  nameOf(seat: number): string
  onProof(): void
  onSeek(ply: number): void
}

type TurningPointsProps = Pick<ReplaySideProps, 'nameOf' | 'onSeek'> & { skill: MatchSkill }

/** The moves that the match turned on, each the way to itself. */
const TurningPoints = ({ skill, nameOf, onSeek }: TurningPointsProps) => {
  const { t, i18n } = useTranslation('replay')
  const points = turningPoints(skill)
  if (points.length === 0) return null
  return (
    <section className={styles.turning} aria-label={t('turning.title')}>
      <h2>{t('turning.title')}</h2>
      <ul>
        {points.map(({ kind, ply, seat, risk, least }) => (
          <li key={ply}>
            <button type="button" onClick={() => onSeek(ply)}>
              {t('turning.move', { ply })}{' '}
              {t(`turning.${kind}`, {
                who: nameOf(seat),
                risk: formatPercent(risk, i18n.language),
                least: formatPercent(least, i18n.language),
              })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Beside a wide board: the moves so far, the proof of them all, the keys. */
const ReplaySide = ({ state, ended, seat, proof, skill, nameOf, onProof, onSeek }: ReplaySideProps) => {
  const { t } = useTranslation(['match', 'replay'])
  return (
    <aside className={side.side}>
      <div className={side.head}>
        <h2>{t('match:move.title')}</h2>
        <Chip>{t('match:header.board', { board: (state.board?.board ?? 0) + 1 })}</Chip>
      </div>
      {state.moves.length > 0 ? (
        <MoveList moves={state.moves} columns={state.rules.w} seat={seat} pending={null} nameOf={nameOf} />
      ) : (
        <p className={side.empty}>{t('match:move.none')}</p>
      )}
      {skill && <TurningPoints skill={skill} nameOf={nameOf} onSeek={onSeek} />}
      {ended.order.length > 0 && (
        <div className={side.proof}>
          <ProofRow proof={proof} turns={ended.moves.length} onOpen={onProof} />
        </div>
      )}
      <p className={side.keys} aria-hidden="true">
        <kbd>←</kbd>
        <kbd>→</kbd>
        {t('replay:keys.step')}
        <kbd>{t('replay:keys.space')}</kbd>
        {t('replay:keys.play')}
      </p>
    </aside>
  )
}

/** Turns and clocks are of no interest any more. */
const isPast = ({ event }: Fact): boolean => event.type !== 'TurnStarted' && event.type !== 'ClockCompensated'

/** What happened with a move, in one breath: "Move 7 of 23: Mai opened B4, safe. Risk 12%, best 0%." */
const useSentence = (plies: readonly Ply[], seat: number | null, skill: MatchSkill | null) => {
  const { t, i18n } = useTranslation('replay')
  const sentences = useSentences(seat)
  const last = plies.length - 1
  return (ply: number): string => {
    const facts = plies[ply]?.facts
    const what = (is: (fact: Fact) => boolean) =>
      (facts?.filter(is) ?? [])
        .flatMap(sentences)
        .map(({ text }) => text)
        .join(' ')
    if (ply === 0)
      return [t('start', { count: last }), what(({ event }) => event.type === 'BoardBegun')].join(' ').trim()
    const taken = skill?.isExact ? skill.moves.find(({ nth }) => nth === ply - 1) : undefined
    const percent = (share: number) => formatPercent(share, i18n.language)
    const risk = taken ? [t('risk', { risk: percent(taken.risk), least: percent(taken.least) })] : []
    return t('move', { ply, last, what: [what(isPast), ...risk].join(' ') })
  }
}

/** What each key does wherever nothing else takes it. */
const acts: Record<string, (last: number) => PlayerAct> = {
  ArrowLeft: () => ({ type: 'step', by: -1 }),
  ArrowRight: () => ({ type: 'step', by: 1 }),
  Home: () => ({ type: 'seek', ply: 0 }),
  End: (last) => ({ type: 'seek', ply: last }),
  ' ': () => ({ type: 'toggle' }),
}

/** Arrows and Home move over the board and the scrubber themselves, Space presses buttons; dialogs have keys of their own. */
const taken = (target: EventTarget | null, key: string): boolean =>
  target instanceof Element &&
  target.closest(key === ' ' ? 'button, a, input, [role=dialog]' : 'input, [role=grid], [role=dialog]') !==
    null

/** Moves the replay with the keyboard, whatever has the focus. */
const useKeys = (last: number, send: (asked: PlayerAct) => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const asked = acts[event.key]
      const isOurs = !event.defaultPrevented && !event.altKey && !event.ctrlKey && !event.metaKey
      if (!asked || !isOurs || taken(event.target, event.key)) return
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
  const [player, replay] = usePlayer(header.gameId, search, plies)
  useKeys(last, replay.send)
  const proof = useProof(useMemo(() => plies.flatMap(({ facts }) => facts), [plies]))
  const moves = plies.at(-1)?.state.moves
  const skill =
    useMemo(
      () => moves && judgeMatch({ rules: header.rules, moves, openers: toldOpeners(events) }, header.seats),
      [header, moves, events],
    ) ?? null
  const sentence = useSentence(plies, seat, skill)
  const calm = useCalm()
  const tints = useTints()
  const link = useLink()
  const [dialog, setDialog] = useState<'none' | 'proof' | 'settings' | 'share'>('none')
  const close = () => setDialog('none')

  const ended = plies[last]?.state
  const state = plies[player.ply]?.state ?? ended
  const [rules, board] = [state?.rules, state?.board]
  // No one's turn to play: the board carries no frame of yours.
  const scene = useMemo(() => rules && boardScene({ rules, board: board ?? null }), [rules, board])
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
            facts={replay}
            nameOf={labelName}
            onOpen={nothing}
            onArm={nothing}
            tints={tints}
            calm={calm}
          />
        </div>
        <div className={classes(match.dock, styles.dock)}>
          <Controls player={player} sentence={sentence(player.ply)} send={replay.send} />
        </div>
      </main>
      <ReplaySide
        state={state}
        ended={ended}
        seat={seat}
        proof={proof}
        skill={skill}
        nameOf={nameOf}
        onProof={() => setDialog('proof')}
        onSeek={(ply) => replay.send({ type: 'seek', ply })}
      />
      <ProofSteps open={dialog === 'proof'} state={ended} proof={proof} nameOf={nameOf} onClose={close} />
      <ShareLater open={dialog === 'share'} onClose={close} state={ended} proof={proof} table={name} />
      <SettingsDialog open={dialog === 'settings'} onClose={close} />
    </div>
  )
}
