import type { Digest } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTables } from '../../calls/query.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { openLogin } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { TableGrid, TableSkeletons } from '../../parts/TableGrid.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TableCard, type TableQuestion } from './TableCard.tsx'

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
  const userId = useSession(({ context }) => context.user?.id)
  if (!question) return null
  return (
    // What one account was refused for, and has typed, is not for the next.
    <Suspense key={userId} fallback={null}>
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

export type TableListProps = {
  digest: Digest | null
  /** Which of the catalogue's tables, in which order. */
  pick: (tables: readonly Table[]) => Table[]
  full?: boolean | undefined
  /** Shown when `pick` finds none though there are tables. */
  onReset?: (() => void) | undefined
}

const Failed = ({ retry, busy }: { retry: () => void; busy: boolean }) => {
  const { t } = useTranslation(['lobby', 'common'])
  const offline = useConnection(({ context }) => context.isOffline)
  const kind = offline ? 'offline' : 'failed'
  return (
    <Panel>
      <EmptyState face="sweat" role="alert" title={t(`${kind}.title`)} text={t(`${kind}.text`)}>
        <Button variant="primary" icon="again" busy={busy} onClick={retry}>
          {t('common:action.retry')}
        </Button>
      </EmptyState>
    </Panel>
  )
}

/** Tables as cards, and what is shown while there are none. */
export const TableList = ({ digest, pick, full = false, onReset }: TableListProps) => {
  const { t } = useTranslation('lobby')
  const { data, isError, isFetching, refetch } = useTables()
  const [question, ask] = useState<TableQuestion | null>(null)

  if (!data)
    return isError ? (
      <Failed busy={isFetching} retry={() => void refetch()} />
    ) : (
      <TableSkeletons full={full} />
    )

  const tables = pick(data)
  if (tables.length === 0)
    return (
      <Panel>
        {data.length === 0 ? (
          <EmptyState face="wink" title={t('empty.title')} text={t('empty.text')} />
        ) : (
          <EmptyState face="wink" title={t('none.title')} text={t('none.text')}>
            {onReset && <Button onClick={onReset}>{t('filter.reset')}</Button>}
          </EmptyState>
        )}
      </Panel>
    )
  return (
    <>
      <TableGrid>
        {tables.map((table) => (
          <TableCard
            key={table.gameId}
            table={table}
            full={full}
            figure={digest?.tables.find(({ gameId }) => gameId === table.gameId) ?? null}
            onAsk={ask}
          />
        ))}
      </TableGrid>
      <TableQuestions question={question} onClose={() => ask(null)} />
    </>
  )
}
