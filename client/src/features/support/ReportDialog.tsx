import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tabStore } from '../../lib/storage.ts'
import { useSession } from '../../machines/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type ReportedMatch, ReportForm } from './ReportForm.tsx'
import styles from './report.module.css'
import { type Draft, keptDraft, newDraft } from './report-draft.ts'

export type ReportDialogProps = {
  open: boolean
  onClose(): void
  /** The match on the screen, where there is one. */
  match?: ReportedMatch | undefined
  /** What a new report begins with. */
  text?: string | undefined
}

/** One account's report. */
const OwnReport = ({ open, onClose, match, text = '', userId }: ReportDialogProps & { userId: string }) => {
  const { t } = useTranslation(['report', 'connection', 'notices'])
  const kept = keptDraft(tabStore, { userId, about: match?.matchId ?? 'page' })
  const begin = () => kept.read() ?? { ...newDraft(match ? 'match' : null), text }
  const [draft, setDraft] = useState<Draft>(begin)
  const [number, setNumber] = useState<string | null>(null)
  const change = (next: Draft) => {
    setDraft(next)
    kept.keep(next)
  }
  const sent = (given: string, key: string) => {
    setNumber(given)
    kept.forget(key)
  }
  const close = () => {
    if (number !== null) {
      setNumber(null)
      setDraft(begin())
    }
    onClose()
  }
  if (number === null)
    return (
      <Dialog open={open} onClose={close} size="form" title={t('title')} description={t('text')}>
        <ReportForm draft={draft} onDraft={change} match={match} onSent={sent} />
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

const guest = 'guest'

/**
 * Reports a problem: what it is about, what happened, and what goes with it. What was typed outlives its closing, the
 * page's and the session's; another account that takes over the tab starts with none of it.
 */
export const ReportDialog = (report: ReportDialogProps) => {
  const userId = useSession(({ context }) => context.user?.id ?? guest)
  const [writer, setWriter] = useState(userId)
  if (userId !== guest && userId !== writer) setWriter(userId)
  return <OwnReport key={writer} {...report} userId={writer} />
}
