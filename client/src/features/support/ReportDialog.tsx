import type { MatchId } from '@minefall/shared/game'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ReportForm } from './ReportForm.tsx'
import styles from './report.module.css'
import { type Draft, newDraft } from './report-draft.ts'

/** The match that a report is about, with the name of its table. */
export type ReportedMatch = { matchId: MatchId; gameId: string; name: string }

export type ReportDialogProps = {
  open: boolean
  onClose(): void
  /** The match on the screen, where there is one. */
  match?: ReportedMatch | undefined
}

/** Reports a problem: what it is about, what happened, and what goes with it. What was typed outlives its closing. */
export const ReportDialog = ({ open, onClose, match }: ReportDialogProps) => {
  const { t } = useTranslation(['report', 'connection', 'notices'])
  const [draft, setDraft] = useState<Draft>(() => newDraft(match ? 'match' : null))
  const [number, setNumber] = useState<string | null>(null)
  const close = () => {
    if (number !== null) {
      setNumber(null)
      setDraft(newDraft(match ? 'match' : null))
    }
    onClose()
  }
  if (number === null)
    return (
      <Dialog open={open} onClose={close} size="form" title={t('title')} description={t('text')}>
        <ReportForm draft={draft} onDraft={setDraft} match={match} onSent={setNumber} />
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('sent.title')}
      description={t('sent.text')}
      glyph={
        <span className={styles.done}>
          <Icon name="check" size={32} />
        </span>
      }
    >
      <p className={styles.number}>
        <span className={styles.numberName}>{t('sent.number')}</span>
        <output>{number}</output>
        <CopyButton text={number} what={t('sent.number')} />
      </p>
      <DialogActions>
        <Button variant="primary" size="big" onClick={close}>
          {t('sent.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
