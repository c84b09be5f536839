import type { Table } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { useTableName } from '../lobby/table-name.ts'
import { trialGameId } from '../lobby/trial.ts'
import { Glyph } from './Glyph.tsx'

export type LoginRequiredPanelProps = {
  open: boolean
  onClose: () => void
  /** The table that wants an account. */
  table: Pick<Table, 'gameId' | 'name'>
}

/** A guest wanted a seat at a table that is played for coins. */
export const LoginRequiredPanel = ({ open, onClose, table }: LoginRequiredPanelProps) => {
  const { t } = useTranslation('panels')
  const nameOf = useTableName()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      glyph={<Glyph icon="lock" />}
      title={t('loginRequired.title')}
      description={t('loginRequired.text', { table: nameOf(table.gameId, table.name) })}
    >
      <DialogActions>
        <Link className={buttonClass({ variant: 'primary', wide: true })} to="/login">
          {t('loginRequired.login')}
        </Link>
        <Link
          className={buttonClass({ variant: 'quiet', wide: true })}
          to="/game/$gameId"
          params={{ gameId: trialGameId }}
        >
          {t('loginRequired.trial')}
        </Link>
      </DialogActions>
    </Dialog>
  )
}
