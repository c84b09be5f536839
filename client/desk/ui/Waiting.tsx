import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { isCallError } from '../../src/lib/call-error.ts'
import { wordsFor } from '../api.ts'
import { Button } from './Button.tsx'
import styles from './states.module.css'

export const Loading = ({ what = 'Loading' }: { what?: string }) => (
  <p className={styles.box} role="status">
    {what} …
  </p>
)

/** What went wrong, and a way to try again. */
export const Problem = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const requestId = isCallError(error) ? error.requestId : null
  return (
    <div className={styles.box} role="alert">
      <p className={styles.problem}>{wordsFor(error)}</p>
      {requestId !== null && <p className={styles.small}>Request {requestId}</p>}
      {onRetry && (
        <Button icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Stands where a read's data will be: that it comes, or why it did not. */
export const Waiting = ({ of, what }: { of: Pick<UseQueryResult, 'error' | 'refetch'>; what?: string }) =>
  of.error ? (
    <Problem error={of.error} onRetry={() => of.refetch()} />
  ) : (
    <Loading {...(what === undefined ? {} : { what })} />
  )
