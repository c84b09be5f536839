import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { useFailureText } from '../use-failure-text.ts'
import { Again } from './Again.tsx'
import type { Paged } from './paged.ts'

type ListTroubleProps = {
  of: Paged
  /** Stands where the list will, in its final size. */
  skeleton: ReactNode
  /** While there is no connection to ask by. */
  waiting: { title: string; text: string }
  /** Where nothing came; `text` stands before the reason. */
  failed: { title: string; text?: string }
  /** What is shown is of earlier. */
  old: string
}

/** What keeps a list from being shown, or from being up to date: why, and once more. */
export const ListTrouble = ({ of, skeleton, waiting, failed, old }: ListTroubleProps) => {
  const { t } = useTranslation()
  const failure = useFailureText(of.error)
  if (of.isPending)
    return of.fetchStatus === 'paused' ? (
      <EmptyState face="sweat" title={waiting.title} text={waiting.text} role="status" />
    ) : (
      skeleton
    )
  if (!of.isError || of.isFetchNextPageError) return null
  const again = <Again busy={of.isFetching} onPress={() => of.refetch()} />
  return of.data ? (
    <Note icon="alert" role="alert" action={again}>
      {t('sentences', { first: old, second: errorText(of.error) })}
    </Note>
  ) : (
    <EmptyState
      face="sweat"
      title={failed.title}
      text={failed.text ? t('sentences', { first: failed.text, second: failure }) : failure}
      role="alert"
    >
      {again}
    </EmptyState>
  )
}
