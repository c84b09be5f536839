import type { OrderDetail } from '@minefall/shared/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { drawUuid } from '../../../lib/draw-uuid.ts'
import { tabStore } from '../../../lib/storage.ts'
import { orderKey } from '../orders/index.ts'
import { placeDeposit } from './deposit-calls.ts'
import { type Draft, isSameDraft, keptDeposits } from './draft.ts'

/** Whether the server said no: then nothing was placed, and the next attempt is another request. */
export const isRefusal = (error: unknown): boolean =>
  isCallError(error) && error.answered && Math.floor(error.code / 100) !== 15

type Placing = { isBusy: boolean; error: unknown }

/**
 * Places the order of a draft. Its request is kept before it is sent, and one that had no answer is sent again by itself
 * after a reload: whoever pressed once gets one order.
 */
export const usePlaceOrder = (userId: string, draft: Draft, onPlaced: (order: OrderDetail) => void) => {
  const client = useQueryClient()
  const kept = useMemo(() => keptDeposits(tabStore, userId, drawUuid), [userId])
  const [{ isBusy, error }, setPlacing] = useState<Placing>({ isBusy: false, error: null })
  const running = useRef(false)

  const place = async (total: string) => {
    if (running.current) return
    running.current = true
    setPlacing({ isBusy: true, error: null })
    try {
      const order = await placeDeposit(kept.take({ ...draft, total }))
      kept.forget()
      client.setQueryData(orderKey(userId, order.id), order)
      onPlaced(order)
    } catch (reason) {
      if (isRefusal(reason)) kept.forget()
      setPlacing({ isBusy: false, error: reason })
    } finally {
      running.current = false
    }
  }

  const repeat = useEffectEvent(() => {
    const unanswered = kept.unanswered()
    if (unanswered && isSameDraft(unanswered, draft)) void place(unanswered.total)
  })
  useEffect(() => repeat(), [])

  return {
    place,
    isBusy,
    error,
    /** Nobody knows whether it was placed. */
    isUnanswered: error !== null && !isRefusal(error),
  }
}
