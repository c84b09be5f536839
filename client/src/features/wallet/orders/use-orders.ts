import type { AnswerOf, CallInput } from '@minefall/shared/contracts'
import { walletCalls } from '@minefall/shared/contracts/rest'
import { isEnded, type OrderKind } from '@minefall/shared/payments'
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask } from '../../../calls/api.ts'
import { useIsSubscribed } from '../../../calls/use-subscribed.ts'
import { useToday } from '../../../lib/days.ts'
import { connectionActor } from '../../../machines/connection/index.ts'
import { beginningOf, type OrderFilters } from './order-status.ts'

/** What is open now, as staff may have changed it a moment ago: asked again whenever it is needed. */
export const useChannels = (userId: string) =>
  useQuery({
    queryKey: ['account', userId, 'channels'],
    queryFn: ({ signal }) => ask(walletCalls.channels, { signal }),
    staleTime: 0,
    retry: 1,
  })

type OrdersPage = AnswerOf<typeof walletCalls.orders>

type OrdersAsked = CallInput<typeof walletCalls.orders>['query']

/** Under each account's own id, so that no one ever sees what belongs to the previous account. */
const ordersKey = (userId: string) => ['account', userId, 'orders'] as const
export const orderKey = (userId: string, id: string) => [...ordersKey(userId), 'one', id] as const

/** An open order is asked for as often as this: while no one tells of it, and in case that a message was lost. */
const askEveryMs = { unsubscribed: 5_000, subscribed: 30_000 } as const

/** Reads orders again when one moved, and when the connection is back after which no one knows what was missed. */
const useOrderNews = (userId: string): boolean => {
  const client = useQueryClient()
  const isSubscribed = useIsSubscribed()
  const wasSubscribed = useRef(isSubscribed)
  useEffect(() => {
    const outdated = () => void client.invalidateQueries({ queryKey: ordersKey(userId) })
    if (isSubscribed && !wasSubscribed.current) outdated()
    wasSubscribed.current = isSubscribed
    const subscription = connectionActor.on('connection.orderMoved', outdated)
    return () => subscription.unsubscribe()
  }, [client, userId, isSubscribed])
  return isSubscribed
}

/** One order, followed until it has ended. */
export const useOrder = (userId: string, id: string | null) => {
  const isSubscribed = useOrderNews(userId)
  return useQuery({
    queryKey: orderKey(userId, id ?? ''),
    queryFn: ({ signal }) => ask(walletCalls.order, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    staleTime: 0,
    retry: 1,
    refetchInterval: ({ state }) => {
      if (!state.data || isEnded(state.data.status)) return false
      return isSubscribed ? askEveryMs.subscribed : askEveryMs.unsubscribed
    },
  })
}

/** Orders as far as they were asked for. */
const useOrderPages = (userId: string, asked: OrdersAsked) => {
  const isSubscribed = useOrderNews(userId)
  return useInfiniteQuery<OrdersPage, Error, InfiniteData<OrdersPage>, readonly unknown[], string | null>({
    queryKey: [...ordersKey(userId), 'list', asked],
    queryFn: ({ pageParam: cursor, signal }) =>
      ask(walletCalls.orders, { query: { ...asked, cursor }, signal }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.pages.some(({ items }) => items.some(({ status }) => !isEnded(status)))
      return isOpen && !isSubscribed ? askEveryMs.unsubscribed : false
    },
  })
}

/** The history of one kind, narrowed. */
export const useOrderHistory = (userId: string, kind: OrderKind, filters: OrderFilters) => {
  const { status, method, period } = filters
  return useOrderPages(userId, { kind, status, method, from: beginningOf(period, useToday()) })
}

/** Deposits that still wait for their payment. */
export const useUnpaidDeposits = (userId: string) =>
  useOrderPages(userId, { kind: 'deposit', status: 'submitted', method: null, from: null })
