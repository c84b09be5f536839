import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { errorText } from '../../calls/notices.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Again } from './Again.tsx'

/** A list that is asked for page by page, whatever is in it. */
type Paged = UseInfiniteQueryResult<unknown>

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
