import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../calls/notices.ts'
import { isCallError } from '../lib/call-error.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'

/** Why a call failed, and what to tell support of it where the server gave it a number. */
export const useFailureText = (error: unknown): string => {
  const { t } = useTranslation('orders')
  const id = isCallError(error) ? error.requestId : null
  const failure = errorText(error)
  return id ? t('requestId', { failure, id }) : failure
}

/** A list that is asked for page by page, whatever is in it. */
type Paged = UseInfiniteQueryResult<unknown>

/** Asks a list once more for what failed: its next page, or all that is shown of it. */
export const askAgain = (
  of: Pick<Paged, 'isFetchNextPageError' | 'fetchNextPage' | 'refetch'>,
): Promise<unknown> => (of.isFetchNextPageError ? of.fetchNextPage() : of.refetch())

type ListMoreProps = { of: Paged; label: string; className?: string | undefined }

/** The way on to older items of a list, and once more where that failed. */
export const ListMore = ({ of, label, className }: ListMoreProps) => {
  if (!of.hasNextPage) return null
  const more = () => of.fetchNextPage()
  return of.isFetchNextPageError ? (
    <Note icon="alert" role="alert" action={<Again busy={of.isFetching} onPress={more} />}>
      {errorText(of.error)}
    </Note>
  ) : (
    <Button className={className} busy={of.isFetchingNextPage} onClick={more}>
      {label}
    </Button>
  )
}

/** Once more. */
export const Again = ({ busy, onPress }: { busy: boolean; onPress(): void }) => {
  const { t } = useTranslation()
  return (
    <Button icon="again" busy={busy} onClick={onPress}>
      {t('action.retry')}
    </Button>
  )
}

/** What was asked for over REST, or a list of it, as far as its state is shown. */
export type AskedQuery = {
  data: unknown
  error: unknown
  isPending: boolean
  isError: boolean
  isFetching: boolean
  /** `paused` while the browser has no network. */
  fetchStatus: string
  /** Only a further page of a list is missing: `ListMore` says so. */
  isFetchNextPageError?: boolean
  refetch(): unknown
}

export type QueryStateProps = {
  of: AskedQuery
  /** Stands where the data will, in its final size. */
  skeleton?: ReactNode
  /** While there is no connection to ask by. */
  waiting: { title: string; text: string }
  /** Where nothing came, with the reason. */
  failed: { title: string; text: string }
  /** Says that what is shown is of earlier; absent where nothing is. */
  old?: string
}

/** What keeps data from being shown, or from being up to date: why, and a button to retry. Nothing where it is there. */
export const QueryState = ({ of, skeleton = null, waiting, failed, old }: QueryStateProps) => {
  const { t } = useTranslation()
  if (of.isPending)
    return of.fetchStatus === 'paused' ? (
      <EmptyState face="sweat" title={waiting.title} text={waiting.text} role="status" />
    ) : (
      skeleton
    )
  if (!of.isError || of.isFetchNextPageError) return null
  const again = <Again busy={of.isFetching} onPress={() => of.refetch()} />
  return of.data && old !== undefined ? (
    <Note icon="alert" role="alert" action={again}>
      {t('sentences', { first: old, second: errorText(of.error) })}
    </Note>
  ) : (
    <EmptyState face="sweat" title={failed.title} text={failed.text} role="alert">
      {again}
    </EmptyState>
  )
}
