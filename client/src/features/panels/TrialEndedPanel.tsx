import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTables } from '../../calls/query.ts'
import { formatCoins } from '../../lib/format.ts'
import { isFree, lowestStake } from '../../lib/tables.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './panels.module.css'

/** What an account opens, as the catalogue has it now; what it doesn't tell is left out. */
const useReasons = (): string[] => {
  const { t, i18n } = useTranslation('panels')
  const nameOf = useTableName()
  const { data } = useTables()
  const real = (data ?? []).filter((table) => !isFree(table))
  const lowest = lowestStake(real)
  const names = new Intl.ListFormat(i18n.language).format(
    real.map(({ gameId, name }) => nameOf(gameId, name)),
  )
  return [
    ...(real.length > 0 ? [t('trialEnded.tables', { tables: names })] : []),
    ...(lowest === null
      ? []
      : [t('trialEnded.stakes', { count: Number(lowest), amount: formatCoins(lowest, i18n.language) })]),
    t('trialEnded.winnings'),
  ]
}

export type TrialEndedPanelProps = {
  open: boolean
  onClose: () => void
  /** Sits down at another trial. */
  onAgain: () => void
}

/** After a guest's trial: what an account opens, and another trial for the asking. */
export const TrialEndedPanel = ({ open, onClose, onAgain }: TrialEndedPanelProps) => {
  const { t } = useTranslation('panels')
  const reasons = useReasons()
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
            {reason}
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
