import { addressOf } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useObjectUrl } from '../../src/lib/use-object-url.ts'
import { classes } from '../../src/ui/classes.ts'
import { ask } from '../api.ts'
import styles from './Layout.module.css'
import { Waiting } from './Waiting.tsx'

/**
 * An address for a file that only staff may see: it is fetched with the desk's token, as the page's policy
 * and the browser's history are to know nothing of it. Null until it is there; `read` says why where it does not come.
 */
export const useFileUrl = (
  call: typeof deskCalls.proof | typeof deskCalls.picture,
  id: string,
): { url: string | null; read: UseQueryResult<Blob> } => {
  const given = { params: { id } }
  const read = useQuery({
    queryKey: [addressOf(call, given), 'file'],
    queryFn: ({ signal }) => ask(call, { ...given, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { url: useObjectUrl(read.data), read }
}

/** A picture of a conversation. Where it went wrong, so and a way to try again. */
export const Picture = ({ id, alt, className }: { id: string; alt: string; className?: string }) => {
  const { url, read } = useFileUrl(deskCalls.picture, id)
  if (url === null) return <Waiting of={read} what="Loading the picture" />
  return <img className={classes(styles.picture, className)} src={url} alt={alt} />
}
