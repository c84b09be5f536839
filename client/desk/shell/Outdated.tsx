import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Button } from '../ui/Button.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Shell.module.css'

/** Of a list whose next page alone could not be read, `Pager` tells. */
const isOutdated = ({ state: { status, data, fetchMeta } }: Query): boolean =>
  status === 'error' && data !== undefined && !fetchMeta?.fetchMore

const outdatedOf = (client: QueryClient) =>
  client.getQueryCache().findAll({ type: 'active', predicate: isOutdated })

/** Since when the oldest of what is shown could not be read again, in milliseconds since 1970; null while all is new. */
const useOldest = (client: QueryClient): number | null => {
  const read = () => {
    const times = outdatedOf(client).map(({ state }) => state.dataUpdatedAt)
    return times.length === 0 ? null : Math.min(...times)
  }
  return useSyncExternalStore((hear) => client.getQueryCache().subscribe(hear), read, read)
}

/** Says that something on the page may be out of date since it could not be read again, and offers to try again. */
export const Outdated = () => {
  const client = useQueryClient()
  const oldest = useOldest(client)
  if (oldest === null) return null
  return (
    <>
      <span className={styles.off} role="status">
        Not updated since <Time at={oldest} as="clock" />
      </span>
      <Button
        small
        icon="again"
        onClick={() => void client.refetchQueries({ type: 'active', predicate: isOutdated })}
      >
        Try again
      </Button>
    </>
  )
}
