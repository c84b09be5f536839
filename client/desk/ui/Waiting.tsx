import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isCallError } from '../../src/lib/call-error.ts'
import { wordsFor } from '../api.ts'
import { Button } from './Button.tsx'
import styles from './states.module.css'

export type PagerProps = {
  /** What `usePages` answers. */
  of: {
    rows: readonly unknown[]
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
}

/** Below a list with a cursor: how much of it is read, and a way to more, or why that did not come. */
export const Pager = ({ of }: PagerProps) => {
  const { rows, hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = of
  if (rows.length === 0) return null
  return (
    <div className={styles.pager}>
      <span>
        {rows.length.toLocaleString('en')}
        {hasNextPage ? ' shown' : ' in all'}
      </span>
      {isFetchNextPageError && (
        <span className={styles.problem} role="alert">
          {wordsFor(error)}
        </span>
      )}
      {hasNextPage && (
        <Button small busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchNextPageError ? 'Try again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

/** Says that there is nothing, and what would be here. */
export const Empty = ({ children }: { children: ReactNode }) => <p className={styles.box}>{children}</p>

export const Loading = ({ what = 'Loading' }: { what?: string }) => (
  <p className={styles.box} role="status">
    {what}…
  </p>
)

type ProblemProps = {
  error: unknown
  /** What a refusal says here, by its code. */
  words?: Partial<Record<number, string>>
  onRetry?: () => void
}

/** What went wrong, and a way to try again. */
export const Problem = ({ error, words, onRetry }: ProblemProps) => {
  const requestId = isCallError(error) ? error.requestId : null
  return (
    <div className={styles.box} role="alert">
      <p className={styles.problem}>{wordsFor(error, words)}</p>
      {requestId !== null && <p className={styles.small}>Request {requestId}</p>}
      {onRetry && (
        <Button icon="again" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Stands where a read's data will be: that it comes, or why it did not. */
export const Waiting = ({
  of,
  what,
  ...words
}: Pick<ProblemProps, 'words'> & { of: Pick<UseQueryResult, 'error' | 'refetch'>; what?: string }) =>
  of.error ? (
    <Problem error={of.error} {...words} onRetry={() => of.refetch()} />
  ) : (
    <Loading {...(what === undefined ? {} : { what })} />
  )
