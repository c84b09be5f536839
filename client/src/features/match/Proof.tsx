import type { MatchState } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Proof } from '../../machines/match/types.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { SeatMark } from '../../ui/SeatMark.tsx'
import styles from './proof.module.css'

const signs: Record<Proof['status'], IconName> = { checking: 'shield', verified: 'shield', failed: 'alert' }

/** The first twelve digits of a hash in groups of four, to compare by eye. */
export const shortHash = (hash: string): string => hash.slice(0, 12).replace(/(.{4})(?=.)/g, '$1 ')

type ProofRowProps = { proof: Proof; state: MatchState; onOpen(): void }

/** Whether all that was shown matches what was sealed; opens the steps. */
export const ProofRow = ({ proof, state: { moves, rules }, onOpen }: ProofRowProps) => {
  const { t } = useTranslation('match')
  // Draws that were missed are checked with the record.
  const isDrawn = rules.sealed && proof.status === 'verified'
  return (
    <button type="button" className={styles.row} data-status={proof.status} onClick={onOpen}>
      <Icon name={signs[proof.status]} />
      <span>
        {t(`proof.${proof.status}.title`)}
        <small>
          {isDrawn ? t('proof.verified.drawn') : t(`proof.${proof.status}.text`, { count: moves.length })}
        </small>
      </span>
      <Icon name="right" size={16} />
    </button>
  )
}

/** The same while the match runs: the commitment, before anything can be known from it. */
export const SealRow = ({ state, onOpen }: { state: MatchState; onOpen(): void }) => {
  const { t } = useTranslation('match')
  return (
    <button type="button" className={styles.seal} onClick={onOpen}>
      <Icon name="shield" />
      <span>
        <b>{t(state.rules.sealed ? 'proof.sealed.chained' : 'proof.sealed.title')}</b>
        <small>{t('proof.sealed.text', { hash: shortHash(state.serverCommit) })}</small>
      </span>
      <Icon name="right" size={16} />
    </button>
  )
}

const Hash = ({ value }: { value: string | null | undefined }) => {
  const { t } = useTranslation('match')
  return value ? (
    <code className={styles.hash} title={value}>
      {value}
    </code>
  ) : (
    <span className={styles.later}>{t('proof.later')}</span>
  )
}

/** What can differ, as the checks name it. */
const reasons = [
  'lock',
  'board',
  'tile',
  'link',
  'draw',
  'seeds',
  'order',
  'layout',
  'clock',
  'reason',
  'receipt',
  'signature',
] as const

/** What differs, where something does. */
export const reasonOf = ({ reason }: Proof) => reasons.find((one) => one === reason)

type ProofStepsProps = {
  open: boolean
  state: MatchState
  proof: Proof
  nameOf(seat: number): string
  onClose(): void
}

/** How anyone can check this board, step by step, with the numbers of this very match. */
export const ProofSteps = ({ open, state, proof, nameOf, onClose }: ProofStepsProps) => {
  const { t } = useTranslation('match')
  const { result, lock, board, moves } = state
  const [asked, ask] = useState(open)
  if (open && !asked) ask(true)
  if (!asked) return null
  const reason = reasonOf(proof)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="wide"
      title={t('proof.steps.title')}
      description={t(`proof.${proof.status}.lead`)}
    >
      {reason && <p className={styles.reason}>{t(`proof.reason.${reason}`)}</p>}
      <ol className={styles.steps}>
        <li>
          <h3>{t('proof.steps.commit.title')}</h3>
          <p>{t('proof.steps.commit.text')}</p>
          <Hash value={state.serverCommit} />
        </li>
        <li>
          <h3>{t('proof.steps.players.title')}</h3>
          <p>{t('proof.steps.players.text')}</p>
          <ul className={styles.players}>
            {state.table.map(
              (seat) =>
                seat && (
                  <li key={seat.seat}>
                    <SeatMark seat={seat.seat} silent />
                    <span>{nameOf(seat.seat)}</span>
                    <Hash value={seat.commit} />
                  </li>
                ),
            )}
          </ul>
        </li>
        <li>
          <h3>{t('proof.steps.lock.title')}</h3>
          <p>{t('proof.steps.lock.text')}</p>
          <Hash value={lock?.lockHash} />
        </li>
        {state.rules.sealed ? (
          <>
            <li>
              <h3>{t('proof.steps.chains.title')}</h3>
              <p>{t('proof.steps.chains.text')}</p>
              <Hash value={state.serverChain} />
            </li>
            <li>
              <h3>{t('proof.steps.draws.title')}</h3>
              <p>{t('proof.steps.draws.text')}</p>
            </li>
          </>
        ) : (
          <>
            <li>
              <h3>{t('proof.steps.board.title')}</h3>
              <p>{t('proof.steps.board.text')}</p>
              <Hash value={board?.root} />
            </li>
            <li>
              <h3>{t('proof.steps.tiles.title')}</h3>
              <p>{t('proof.steps.tiles.text', { count: moves.length })}</p>
            </li>
          </>
        )}
        <li>
          <h3>{t('proof.steps.seed.title')}</h3>
          <p>{t('proof.steps.seed.text')}</p>
          <Hash value={result?.serverSeed} />
        </li>
      </ol>
      {result && (
        <Link to="/verify" hash={state.matchId} className={buttonClass({ variant: 'text' })}>
          {t('proof.steps.check')}
        </Link>
      )}
    </Dialog>
  )
}
