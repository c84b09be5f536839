import type { MatchState } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../machines/match/types.ts'
import { Chip } from '../../ui/Chip.tsx'
import { MoveList } from '../match/Moves.tsx'
import { ProofRow } from '../match/Proof.tsx'
import side from '../match/side.module.css'

type ReplaySideProps = {
  /** The match as it stands, and as it ended. */
  state: MatchState
  ended: MatchState
  seat: number | null
  proof: Proof
  nameOf(seat: number): string
  onProof(): void
}

/** Beside a wide board: the moves so far, the proof of them all, the keys. */
export const ReplaySide = ({ state, ended, seat, proof, nameOf, onProof }: ReplaySideProps) => {
  const { t } = useTranslation(['match', 'replay'])
  return (
    <aside className={side.side}>
      <div className={side.head}>
        <h2>{t('match:move.title')}</h2>
        <Chip>{t('match:header.board', { board: (state.board?.board ?? 0) + 1 })}</Chip>
      </div>
      {state.moves.length > 0 ? (
        <MoveList state={state} seat={seat} pending={null} nameOf={nameOf} />
      ) : (
        <p className={side.empty}>{t('match:move.none')}</p>
      )}
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
