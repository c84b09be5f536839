import { useTranslation } from 'react-i18next'
import { type MatchActorRef, useMatch } from '../../machines/match/index.ts'
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

/** The seal while the match runs, then whether all matches it; its steps. */
const ProofOf = ({ match, proofOpen, onProof }: SidePanelProps) => {
  const { t } = useTranslation('match')
  const state = useMatch(match, (it) => it)
  const proof = useMatch(match, (_, { context }) => context.proof)
  const nameOf = useNameOf(match, t('seat.you'))
  return (
    <>
      <div className={styles.proof}>
        {state.result || proof.status === 'failed' ? (
          <ProofRow proof={proof} turns={state.moves.length} onOpen={() => onProof(true)} />
        ) : (
          <SealRow state={state} onOpen={() => onProof(true)} />
        )}
      </div>
      <ProofSteps
        open={proofOpen}
        state={state}
        proof={proof}
        nameOf={nameOf}
        onClose={() => onProof(false)}
      />
    </>
  )
}

const MovesOf = ({ match }: { match: MatchActorRef }) => {
  const { t } = useTranslation('match')
  const moves = useMatch(match, (state) => state.moves)
  const columns = useMatch(match, (state) => state.rules.w)
  const pending = useMatch(match, (_, { context }) => context.pending)
  const seat = useSeat(match)
  const nameOf = useNameOf(match, t('seat.you'))
  if (moves.length === 0 && !pending) return <p className={styles.empty}>{t('move.none')}</p>
  return <MoveList moves={moves} columns={columns} seat={seat} pending={pending} nameOf={nameOf} />
}

/** Beside a wide board: the moves, the seal, the keys. */
export const SidePanel = ({ match, proofOpen, onProof }: SidePanelProps) => {
  const { t } = useTranslation('match')
  const board = useMatch(match, (state) => (state.board?.board ?? 0) + 1)
  return (
    <aside className={styles.side}>
      <div className={styles.head}>
        <h2>{t('move.title')}</h2>
        <Chip>{t('header.board', { board })}</Chip>
      </div>
      <MovesOf match={match} />
      <ProofOf match={match} proofOpen={proofOpen} onProof={onProof} />
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
