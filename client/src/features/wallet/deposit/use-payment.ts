import type { OrderDetail } from '@minefall/shared/contracts/rest'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useCountdown } from '../../../lib/countdown.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { orderKey } from '../orders/index.ts'

/** The payment of an order as this page follows it. */
export type Payment = {
  isOnline: boolean
  /** Its time is up. */
  isOver: boolean
  /** The order as a call just answered it. */
  moved(order: OrderDetail): void
  /** Reads the order again. */
  look(): void
}

export const usePayment = (userId: string, order: OrderDetail): Payment => {
  const client = useQueryClient()
  const isOnline = useOnline()
  const isOver = useCountdown(order.expiresAt, serverNow) === 0
  const queryKey = orderKey(userId, order.id)
  const look = () => void client.invalidateQueries({ queryKey })
  const lookAtTheEnd = useEffectEvent(look)
  useEffect(() => {
    if (isOver) lookAtTheEnd()
  }, [isOver])
  return { isOnline, isOver, look, moved: (next) => void client.setQueryData(queryKey, next) }
}
