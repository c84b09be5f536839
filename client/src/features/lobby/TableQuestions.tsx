import { lazy, Suspense } from 'react'
import { openLogin } from '../../machines/login/index.ts'
import type { TableQuestion } from './TableCard.tsx'

const LoginRequiredPanel = lazy(async () => ({
  default: (await import('../panels/LoginRequiredPanel.tsx')).LoginRequiredPanel,
}))
const TableRulesPanel = lazy(async () => ({
  default: (await import('../panels/TableRulesPanel.tsx')).TableRulesPanel,
}))

const PrivateTableDialog = lazy(async () => ({
  default: (await import('./PrivateTableDialog.tsx')).PrivateTableDialog,
}))

/** The panel a card asked for, if any; its code comes with the first question. */
export const TableQuestions = ({
  question,
  onClose,
}: {
  question: TableQuestion | null
  onClose: () => void
}) => {
  if (!question) return null
  return (
    <Suspense fallback={null}>
      {question.ask === 'login' ? (
        <LoginRequiredPanel
          open
          wanted={{ table: question.table }}
          onClose={onClose}
          onLogin={() => {
            onClose()
            openLogin(`/game/${question.table.gameId}`)
          }}
        />
      ) : question.ask === 'private' ? (
        <PrivateTableDialog table={question.table} onClose={onClose} />
      ) : (
        <TableRulesPanel open table={question.table} onClose={onClose} />
      )}
    </Suspense>
  )
}
