import type { MatchState } from '@minefall/shared/game'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../../machines/match/index.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { MoveList } from '../Moves.tsx'
import { ProofRow } from '../Proof.tsx'
import side from '../side.module.css'
import { TurningPoints } from './TurningPoints.tsx'
import type { TurningPoint } from './turning-points.ts'

type ReplaySideProps = {
  /** The match as it stands, and as it ended. */
  state: MatchState
  ended: MatchState
  seat: number | null
  proof: Proof
  points: readonly TurningPoint[]
  nameOf(seat: number): string
  onProof(): void
  onSeek(ply: number): void
  /** Between the turning points and the proof. */
  children: ReactNode
}

/** Beside a wide board: the moves so far, the proof of them all, the keys. */
export const ReplaySide = ({
  state,
  ended,
  seat,
  proof,
  points,
  nameOf,
  onProof,
  onSeek,
  children,
}: ReplaySideProps) => {
  const { t } = useTranslation(['match', 'replay'])
  return (
    <aside className={side.side}>
      <div className={side.head}>
        <h2>{t('match:move.title')}</h2>
        <Chip>{t('match:header.board', { board: (state.board?.board ?? 0) + 1 })}</Chip>
      </div>
      {state.moves.length > 0 ? (
        <MoveList
          moves={state.moves}
          columns={state.rules.w}
          seat={seat}
          pending={null}
          checked={proof.turns}
          isSealed={state.rules.sealed === true}
          nameOf={nameOf}
        />
      ) : (
        <p className={side.empty}>{t('match:move.none')}</p>
      )}
      <TurningPoints points={points} nameOf={nameOf} onSeek={onSeek} />
      {children}
      {ended.order.length > 0 && (
        <div className={side.proof}>
          <ProofRow proof={proof} state={ended} onOpen={onProof} />
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
