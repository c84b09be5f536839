import type { AnswerOf } from '@minefall/shared/contracts'
import { walletCalls } from '@minefall/shared/contracts/rest'
import type { Asset } from '@minefall/shared/game'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { DownloadFile } from '../../parts/lists/DownloadFile.tsx'
import lists from '../../parts/lists/lists.module.css'
import { RowList } from '../../parts/lists/RowList.tsx'
import { useFailureText } from '../../parts/QueryState.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Choice } from './parts/Step.tsx'
import { StatementRow } from './StatementRow.tsx'
import { StatementSkeleton } from './StatementSkeleton.tsx'
import styles from './wallet.module.css'

type StatementPage = AnswerOf<typeof walletCalls.statement>

/** Under each account's own id, so that no one ever sees what belongs to the previous account. */
const keyOf = (userId: string) => ['account', userId, 'statement'] as const

/** The statement as far as it was asked for, in one asset or with null in all; read again when the balance moves. */
const useStatement = (userId: string, asset: Asset | null, balanceVersion: number | null) => {
  const client = useQueryClient()
  const statement = useInfiniteQuery<
    StatementPage,
    Error,
    InfiniteData<StatementPage>,
    readonly unknown[],
    string | null
  >({
    queryKey: [...keyOf(userId), asset],
    queryFn: ({ pageParam: cursor, signal }) =>
      ask(walletCalls.statement, { query: { cursor, asset }, signal }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
  })
  const read = useRef(balanceVersion)
  useEffect(() => {
    const before = read.current
    read.current = balanceVersion
    if (before !== null && before !== balanceVersion)
      void client.invalidateQueries({ queryKey: keyOf(userId) })
  }, [client, userId, balanceVersion])
  return statement
}

const filters = ['all', 'coin', 'promo', 'trial'] as const
type Filter = (typeof filters)[number]
const assetOf = (filter: Filter): Asset | null => (filter === 'all' ? null : filter)

const Empty = () => {
  const { t } = useTranslation('wallet')
  return (
    <EmptyState face="wink" title={t('empty.title')} text={t('empty.text')}>
      <Link className={buttonClass({ variant: 'primary' })} to="/games">
        {t('empty.tables')}
      </Link>
    </EmptyState>
  )
}

type StatementProps = {
  userId: string
  /** Moves with every change of the balance. */
  balanceVersion: number | null
}

/** How every coin came and went, the newest first. */
export const Statement = ({ userId, balanceVersion }: StatementProps) => {
  const { t } = useTranslation(['wallet', 'common'])
  const [filter, setFilter] = useState<Filter>('all')
  const statement = useStatement(userId, assetOf(filter), balanceVersion)
  const failure = useFailureText(statement.error)
  return (
    <section className={styles.statement} aria-label={t('statement')} aria-busy={statement.isFetching}>
      <header className={styles.head}>
        <Choice<Filter>
          label={t('show')}
          options={filters.map((value) => ({
            value,
            text: value === 'all' ? t('all') : t(`common:asset.${value}`),
          }))}
          value={filter}
          isSet={filter !== 'all'}
          onChange={setFilter}
        />
        <DownloadFile
          of="statement"
          label={t('download')}
          fetch={() => ask(walletCalls.statementFile)}
          className={styles.trouble}
        />
      </header>
      <RowList
        of={statement}
        at={({ at }) => at}
        nearText={(day) => t(`day.${day}`)}
        styles={lists}
        skeleton={<StatementSkeleton />}
        waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('old')}
        empty={<Empty />}
        older={t('older')}
      >
        {(entry) => <StatementRow key={`${entry.id}/${entry.asset}`} entry={entry} />}
      </RowList>
    </section>
  )
}
