import { type WithdrawAsked, walletCalls } from '@minefall/shared/contracts/rest'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../../calls/api.ts'
import { withdrawKey } from './use-withdraw-state.ts'

/** How long somebody may pause while typing, in milliseconds. */
const pauseMs = 350

/** What a value came to rest at. */
export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Each amount and destination has a preview of its own, so that the answer to another one is never shown for it. */
export const previewQuery = (userId: string, asked: WithdrawAsked) =>
  queryOptions({
    queryKey: [...withdrawKey(userId), 'preview', asked.destinationId, asked.amount],
    queryFn: ({ signal }) => ask(walletCalls.previewWithdrawal, { body: asked, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Fee and what is paid out, by the server; nothing for null. */
export const usePreview = (userId: string, asked: WithdrawAsked | null) =>
  useQuery({
    ...previewQuery(userId, asked ?? { destinationId: '', amount: '' }),
    enabled: asked !== null,
  })
