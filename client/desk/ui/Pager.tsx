import { Button } from './Button.tsx'
import styles from './states.module.css'

export type PagerProps = {
  /** What `usePages` answers. */
  of: {
    rows: readonly unknown[]
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
}

/** Below a list with a cursor: how much of it is read, and a way to more. */
export const Pager = ({ of: { rows, hasNextPage, isFetchingNextPage, fetchNextPage } }: PagerProps) => {
  if (rows.length === 0) return null
  return (
    <div className={styles.pager}>
      <span>
        {rows.length.toLocaleString('en')}
        {hasNextPage ? ' shown' : ' in all'}
      </span>
      {hasNextPage && (
        <Button small busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}
