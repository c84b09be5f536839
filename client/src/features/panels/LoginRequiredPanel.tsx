import type { Table } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { OwnModal } from '../../lib/search.ts'
import { trialGameId } from '../../lib/tables.ts'
import { useTableName } from '../../parts/table-name.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Glyph } from '../../ui/Glyph.tsx'

/** What wants an account: a seat at a table, or a modal over Home. */
export type LoginReason = { table: Pick<Table, 'gameId' | 'name'> } | { modal: OwnModal }

export type LoginRequiredPanelProps = {
  open: boolean
  wanted: LoginReason
  onClose: () => void
  /** Opens the login modal, and says what happens afterwards. */
  onLogin: () => void
}

const useWords = (wanted: LoginReason): { title: string; text: string } => {
  const { t } = useTranslation('panels')
  const nameOf = useTableName()
  if ('modal' in wanted)
    return { title: t('loginRequired.modal.title'), text: t(`loginRequired.modal.${wanted.modal}`) }
  const { gameId, name } = wanted.table
  return { title: t('loginRequired.title'), text: t('loginRequired.text', { table: nameOf(gameId, name) }) }
}

/** A guest wanted what is there for players with an account. */
export const LoginRequiredPanel = ({ open, wanted, onClose, onLogin }: LoginRequiredPanelProps) => {
  const { t } = useTranslation('panels')
  const { title, text } = useWords(wanted)
  return (
    <Dialog open={open} onClose={onClose} glyph={<Glyph icon="lock" />} title={title} description={text}>
      <DialogActions>
        <Button variant="primary" wide data-click="log-in" onClick={onLogin}>
          {t('loginRequired.login')}
        </Button>
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
