import type { MatchState } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import type { PendingMove, Proof } from '../../machines/match/types.ts'
import { Chip } from '../../ui/Chip.tsx'
import { MoveList } from './Moves.tsx'
import { ProofRow, ProofSteps, SealRow } from './Proof.tsx'
import styles from './side.module.css'

type SidePanelProps = {
  state: MatchState
  seat: number | null
  pending: PendingMove | null
  proof: Proof
  nameOf(seat: number): string
  proofOpen: boolean
  onProof(open: boolean): void
}

/** Beside a wide board: the moves, the seal, the keys. */
export const SidePanel = ({ state, seat, pending, proof, nameOf, proofOpen, onProof }: SidePanelProps) => {
  const { t } = useTranslation('match')
  return (
    <aside className={styles.side}>
      <div className={styles.head}>
        <h2>{t('move.title')}</h2>
        <Chip>{t('header.board', { board: (state.board?.board ?? 0) + 1 })}</Chip>
      </div>
      {state.moves.length > 0 || pending ? (
        <MoveList state={state} seat={seat} pending={pending} nameOf={nameOf} />
      ) : (
        <p className={styles.empty}>{t('move.none')}</p>
      )}
      <div className={styles.proof}>
        {state.result || proof.status === 'failed' ? (
          <ProofRow proof={proof} turns={state.moves.length} onOpen={() => onProof(true)} />
        ) : (
          <SealRow state={state} onOpen={() => onProof(true)} />
        )}
      </div>
      <p className={styles.keys} aria-hidden="true">
        <kbd>←</kbd>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        <kbd>→</kbd>
        {t('keys.move')}
        <kbd>Enter</kbd>
        {t('keys.open')}
      </p>
      <ProofSteps
        open={proofOpen}
        state={state}
        proof={proof}
        nameOf={nameOf}
        onClose={() => onProof(false)}
      />
    </aside>
  )
}
