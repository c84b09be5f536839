import { addressOf } from '@minefall/shared/contracts'
import type { deskCalls } from '@minefall/shared/contracts/desk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../api.ts'

/**
 * An address for a file that only staff may see: it is fetched with the token of who is signed in, as the page's policy
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
