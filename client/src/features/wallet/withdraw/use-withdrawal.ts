import {
  type Destination,
  type destinationBodySchema,
  moneySchema,
  type OrderDetail,
  requestKeySchema,
  type User,
  type WithdrawAsked,
  type WithdrawPreview,
  walletCalls,
  withdrawPreviewBodySchema,
} from '@minefall/shared/contracts/rest'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ask } from '../../../calls/api.ts'
import { useBalance } from '../../../calls/use-balance.ts'
import { keptRequests } from '../../../lib/kept-request.ts'
import { localStore, type SafeStorage } from '../../../lib/storage.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { orderKey, useChannels } from '../orders/use-orders.ts'
import { limitsOf, offerOf, offersOf } from './amount.ts'

/** A request for a withdrawal: what was asked for, and the key that keeps it from having its effect twice. */
const requestSchema = withdrawPreviewBodySchema.extend({ key: requestKeySchema, total: moneySchema })

type WithdrawRequest = z.infer<typeof requestSchema>

const isSame = (one: WithdrawAsked, other: WithdrawAsked): boolean =>
  one.destinationId === other.destinationId && one.amount === other.amount

/** An account's requests for withdrawals, as `keptRequests` keeps them. */
export const keptWithdrawals = (store: SafeStorage, userId: string, draw: () => string) => {
  const name = `withdraw_request/${userId}`
  const kept = keptRequests<WithdrawRequest>({ store, name, schema: requestSchema, isSame, draw })
  return {
    ...kept,
    /** Whether the same was asked for before and had no answer. */
    isUnanswered: (asked: WithdrawAsked): boolean => {
      const before = kept.unanswered()
      return before !== null && isSame(before, asked)
    },
  }
}

/** How long someone may pause while typing, in milliseconds. */
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

/** Each amount and destination has its own preview, so that the answer to another one is never shown for it. */
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

/** Under each account's own id, so that no one ever sees what belongs to the previous account. */
export const withdrawKey = (userId: string) => ['account', userId, 'withdraw'] as const

/** Saves a destination. The list is read again in any case: one whose answer was lost is saved too, and not saved twice. */
export const saveDestination = async (
  client: QueryClient,
  userId: string,
  body: z.infer<typeof destinationBodySchema>,
): Promise<Destination> => {
  const reread = () => client.invalidateQueries({ queryKey: withdrawKey(userId) })
  try {
    const saved = await ask(walletCalls.addDestination, { body })
    await reread()
    return saved
  } catch (error) {
    void reread()
    throw error
  }
}

/** What can be withdrawn and what has to be done first; read again when the balance moves. */
const useWithdrawState = (userId: string) => {
  const client = useQueryClient()
  const version = useBalance()?.version ?? null
  const read = useRef(version)
  useEffect(() => {
    const before = read.current
    read.current = version
    if (before !== null && before !== version)
      void client.invalidateQueries({ queryKey: withdrawKey(userId), exact: true })
  }, [client, userId, version])
  return useQuery({
    queryKey: withdrawKey(userId),
    queryFn: ({ signal }) => ask(walletCalls.withdrawState, { signal }),
    staleTime: 0,
    retry: 1,
  })
}

const key = 'withdraw_currency'

/** The currency that withdrawals are paid in, as it was chosen in this browser; null before that. */
const useKeptCurrency = () => {
  const [kept, setKept] = useState(() => localStore.get(key))
  const keep = (code: string) => {
    localStore.set(key, code)
    setKept(code)
  }
  return [kept, keep] as const
}

/** What is to be confirmed: where it goes, and what the server said of it. */
export type Review = { destination: Destination; preview: WithdrawPreview }

/** What a withdrawal is to be, as far as it was chosen, and what there is to choose from. */
export const useWithdrawal = (user: User) => {
  const client = useQueryClient()
  const state = useWithdrawState(user.id)
  const channels = useChannels(user.id)
  const [kept, keepCurrency] = useKeptCurrency()
  const [amount, setAmount] = useState('')
  const [chosen, choose] = useState<string | null>(null)
  const [review, setReview] = useState<Review | null>(null)
  const [orderId, setOrderId] = useState<string | null>(null)

  const offers = offersOf(channels.data?.withdrawal ?? [])
  const offer = offerOf(offers, kept, user.currencyCode)
  const wayOf = ({ method }: Destination) => offer?.ways.find((way) => way.method === method) ?? null
  const isOpen = (one: Destination) => wayOf(one) !== null && one.opensAt <= serverNow()

  const saved = state.data?.destinations ?? []
  const destinations = saved.filter(({ currency }) => currency === offer?.currency.code)
  const open = destinations.filter(isOpen)
  const destination = open.find(({ id }) => id === chosen) ?? open[0] ?? null

  return {
    user,
    state,
    channels,
    offers,
    offer,
    keepCurrency,
    /** Those of the currency, and how many there are of others. */
    destinations,
    elsewhere: saved.length - destinations.length,
    wayOf,
    isOpen,
    destination,
    choose,
    add: async (body: Parameters<typeof saveDestination>[2]) =>
      choose((await saveDestination(client, user.id, body)).id),
    amount,
    setAmount,
    limits: (destination && wayOf(destination)) ?? limitsOf(offer?.ways ?? []),
    review,
    setReview: (next: Review) => {
      setReview(next)
      setOrderId(null)
    },
    orderId,
    setOrderId,
    placed: (order: OrderDetail) => {
      client.setQueryData(orderKey(user.id, order.id), order)
      setAmount('')
      void client.invalidateQueries({ queryKey: withdrawKey(user.id) })
    },
  }
}

export type Withdrawal = ReturnType<typeof useWithdrawal>
