import type { Destination, OrderDetail, User, WithdrawPreview } from '@minefall/shared/contracts/rest'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localStore } from '../../../lib/storage.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { orderKey } from '../orders/use-orders.ts'
import { useChannels } from '../use-channels.ts'
import { limitsOf } from './amount.ts'
import { offerOf, offersOf } from './currencies.ts'
import { useWithdrawState, withdrawKey } from './use-withdraw-state.ts'

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
    added: async (one: Destination) => {
      choose(one.id)
      await client.invalidateQueries({ queryKey: withdrawKey(user.id) })
    },
    amount,
    setAmount,
    limits: (destination && wayOf(destination)) ?? limitsOf(offer?.ways ?? []),
    review,
    setReview: (next: Review) => {
      setReview(next)
      setOrderId(null)
    },
    orderId,
    placed: (order: OrderDetail) => {
      client.setQueryData(orderKey(user.id, order.id), order)
      setOrderId(order.id)
      setAmount('')
      void client.invalidateQueries({ queryKey: withdrawKey(user.id) })
    },
  }
}

export type Withdrawal = ReturnType<typeof useWithdrawal>
