import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { file } from '../api.ts'

/**
 * An address for a file that only staff may see: it is fetched with the token of who is signed in, as the page's policy
 * and the browser's history are to know nothing of it. Null until it is there; `read` says why where it does not come.
 */
export const useFileUrl = (path: string): { url: string | null; read: UseQueryResult<Blob> } => {
  const read = useQuery({
    queryKey: [path, 'file'],
    queryFn: ({ signal }) => file(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const blob = read.data
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      URL.revokeObjectURL(made)
    }
  }, [blob])
  return { url, read }
}
