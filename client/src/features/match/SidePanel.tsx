import type { MatchState } from '@minefall/shared/game'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type MatchActorRef, type Proof, useMatch } from '../../machines/match/index.ts'
import { Chip } from '../../ui/Chip.tsx'
import { MoveList } from './Moves.tsx'
import { useNameOf, useSeat } from './names.ts'
import { ProofRow, ProofSteps, SealRow } from './Proof.tsx'
import styles from './side.module.css'

type SidePanelProps = {
  match: MatchActorRef
  proofOpen: boolean
  onProof(open: boolean): void
}

type ProofProps = Pick<SidePanelProps, 'proofOpen' | 'onProof'> & {
  state: MatchState
  proof: Proof
  nameOf(seat: number): string
}

/** The seal while the match runs, then whether all matches it; its steps. One that never began has nothing to match. */
const ProofOf = memo(({ state, proof, nameOf, proofOpen, onProof }: ProofProps) => (
  <>
    <div className={styles.proof}>
      {(state.result && state.order.length > 0) || proof.status === 'failed' ? (
        <ProofRow proof={proof} state={state} onOpen={() => onProof(true)} />
      ) : (
        <SealRow state={state} onOpen={() => onProof(true)} />
      )}
    </div>
    <ProofSteps open={proofOpen} state={state} proof={proof} nameOf={nameOf} onClose={() => onProof(false)} />
  </>
))

/** Beside a wide board: the moves, the seal, the keys. */
export const SidePanel = ({ match, proofOpen, onProof }: SidePanelProps) => {
  const { t } = useTranslation('match')
  const state = useMatch(match, (it) => it)
  const pending = useMatch(match, (_, { context }) => context.pending)
  const proof = useMatch(match, (_, { context }) => context.proof)
  const seat = useSeat(match)
  const nameOf = useNameOf(match, t('seat.you'))
  const { moves, rules } = state
  return (
    <aside className={styles.side}>
      <div className={styles.head}>
        <h2>{t('move.title')}</h2>
        <Chip>{t('header.board', { board: (state.board?.board ?? 0) + 1 })}</Chip>
      </div>
      {moves.length === 0 && !pending ? (
        <p className={styles.empty}>{t('move.none')}</p>
      ) : (
        <MoveList
          moves={moves}
          columns={rules.w}
          seat={seat}
          pending={pending}
          checked={proof.turns}
          isSealed={rules.sealed === true}
          nameOf={nameOf}
        />
      )}
      <ProofOf state={state} proof={proof} nameOf={nameOf} proofOpen={proofOpen} onProof={onProof} />
      <p className={styles.keys} aria-hidden="true">
        <kbd>←</kbd>
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        <kbd>→</kbd>
        {t('keys.move')}
        <kbd>Enter</kbd>
        {t('keys.open')}
      </p>
    </aside>
  )
}
