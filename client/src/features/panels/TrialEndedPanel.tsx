import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Glyph } from './Glyph.tsx'
import styles from './panels.module.css'

const reasons = ['tables', 'stakes', 'winnings'] as const

export type TrialEndedPanelProps = {
  open: boolean
  onClose: () => void
  /** Sits down at another trial. */
  onAgain: () => void
}

/** After a guest's trial: what an account opens, and another trial for the asking. */
export const TrialEndedPanel = ({ open, onClose, onAgain }: TrialEndedPanelProps) => {
  const { t } = useTranslation('panels')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      glyph={<Glyph primary icon="trophy" />}
      title={t('trialEnded.title')}
      description={t('trialEnded.text')}
    >
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Icon name="check" />
            {t(`trialEnded.${reason}`)}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Link className={buttonClass({ variant: 'primary', wide: true })} to="/login">
          {t('trialEnded.login')}
        </Link>
        <Button variant="quiet" wide onClick={onAgain}>
          {t('trialEnded.again')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
