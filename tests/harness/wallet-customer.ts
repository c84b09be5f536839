import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import {
  acceptedTermsSchema,
  destinationSchema,
  type OrderDetail,
  orderDetailSchema,
  sessionCalls,
} from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { askCode, bearer, codeTo, get, post, posted, type RestAnswer, signInByCode } from './accounts.ts'
import type { DeskClient } from './desk.ts'

const paymentPassword = 'payment hazel 9'
const previewSchema = z.object({ total: z.string(), terms: z.nullish(acceptedTermsSchema) })
const windowSchema = z.object({ url: z.string() })

/** What may pass when it is asked again. */
const passing: ReadonlySet<number> = new Set([bodyCode.ourFault, bodyCode.unavailable, bodyCode.timeout])

/** Asks until there is an answer, no matter who is killed in the meantime. */
export const insist = async (ask: () => Promise<RestAnswer>): Promise<RestAnswer> => {
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer && !passing.has(answer.code)) return answer
    await delay(20)
  }
}

/** Someone who deposits and withdraws on a server that comes and goes, and keeps what they heard. */
export type Customer = {
  playerId: string
  /** The newest answer about each of their orders. */
  told: ReadonlyMap<string, OrderDetail>
  /** Deposits by a manual method, which staff take, and then approve or reject. */
  depositByHand(amount: number, end: 'approve' | 'reject'): Promise<void>
  /** Deposits by the sandbox's payment window. */
  depositByCheckout(amount: number): Promise<void>
  withdraw(amount: number, end: 'approve' | 'reject'): Promise<void>
  available(): Promise<number>
}

type Opening = { contact: string; deviceId: string; desks: Record<'deposits' | 'withdrawals', DeskClient> }

/** Opens an account that may withdraw at once, on a server without a hold-off. */
export const newCustomer = async (url: string, { contact, deviceId, desks }: Opening): Promise<Customer> => {
  const session = await signInByCode(url, { contact, deviceId })
  let token = session.token
  const headers = bearer(token)
  const verificationCode = await askCode(url, contact, headers)
  const password = { currentPassword: '', newPassword: paymentPassword, verificationCode }
  await posted(url, 'user/paypasswordchange', password, { headers })
  const details = { method: 'alipay', account: contact, realName: 'Some Body' }
  const saved = await posted(url, 'wallet/destinations', { details, paymentPassword }, { headers })
  const destinationId = destinationSchema.parse(saved).id

  const told = new Map<string, OrderDetail>()
  const tell = (data: unknown): OrderDetail => {
    const order = orderDetailSchema.parse(data)
    const before = told.get(order.id)
    if (!before || before.steps.length <= order.steps.length) told.set(order.id, order)
    return order
  }
  /** With a body it is a POST. */
  const call = async (path: string, body?: object): Promise<RestAnswer> => {
    const ask = () =>
      body ? post(url, path, body, { headers: bearer(token) }) : get(url, path, bearer(token))
    const answer = await insist(ask)
    if (answer.code !== bodyCode.tokenExpired) return answer
    const renewed = await insist(() => post(url, 'user/refreshToken', {}, { headers: bearer(token) }))
    token = sessionCalls.refreshToken.answer.parse(renewed.data).token
    return insist(ask)
  }
  const must = async (path: string, body?: object): Promise<unknown> => {
    const { code, msg, data } = await call(path, body)
    if (code !== bodyCode.ok) throw new Error(`${path} was refused: ${code} ${msg}`)
    return data
  }
  const look = async (id: string) => tell(await must(`wallet/orders/${id}`))
  /** Does what brings an order on, until it has ended. */
  const bringOn = async (id: string, step: (order: OrderDetail) => Promise<unknown>) => {
    for (let order = await look(id); order.endedAt === null; order = await look(id)) await step(order)
  }
  // A decision that is refused was made before, and its answer was lost.
  const take = (desk: DeskClient, id: string) =>
    insist(() => desk.call(deskCalls.takeOrder, { params: { id } }))
  const end = (desk: DeskClient, id: string, how: 'approve' | 'reject') =>
    insist(() =>
      how === 'approve'
        ? desk.call(deskCalls.approveOrder, { params: { id }, body: { reference: `payment of ${id}` } })
        : desk.call(deskCalls.rejectOrder, { params: { id }, body: { reason: 'Not this one' } }),
    )
  const deposit = async (asked: object) => {
    const { total, terms } = previewSchema.parse(await must('wallet/deposit/preview', asked))
    return tell(await must('wallet/deposit', { ...asked, total, accepted: terms, key: randomUUID() })).id
  }
  const pay = (at: string) =>
    fetch(new URL(at, url), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'choice=pay',
    }).catch(() => null)

  /** A code that was sent by a server which is dead by now is lost, and the next one has to be waited for. */
  const codeFor = async (asked: object): Promise<string> => {
    for (;;) {
      const { code } = await call('wallet/withdraw/code', asked)
      const read = code === bodyCode.ok ? await codeTo(url, contact).catch(() => null) : null
      if (read !== null) return read
      await delay(20)
    }
  }
  const place = async (request: object, asked: object): Promise<string> => {
    for (;;) {
      const answer = await call('wallet/withdraw', { ...request, verificationCode: await codeFor(asked) })
      if (answer.code === bodyCode.ok) return tell(answer.data).id
      if (answer.code !== bodyCode.wrongCode) throw new Error(`refused: ${answer.code} ${answer.msg}`)
    }
  }

  return {
    playerId: session.id,
    told,
    depositByHand: async (amount, how) => {
      const id = await deposit({ method: 'alipay', currency: 'CNY', amount: String(amount) })
      await bringOn(id, async ({ status }) => {
        if (status === 'submitted') await call(`wallet/orders/${id}/paid`, {})
        else if (status === 'paid') await take(desks.deposits, id)
        else await end(desks.deposits, id, how)
      })
    },
    depositByCheckout: async (amount) => {
      const id = await deposit({ method: 'checkout', currency: 'USD', amount: String(amount) })
      const opened = windowSchema.parse(await must(`wallet/orders/${id}/checkout`, {}))
      await bringOn(id, () => pay(opened.url))
    },
    withdraw: async (amount, how) => {
      const asked = { destinationId, amount: String(amount) }
      const { total } = previewSchema.parse(await must('wallet/withdraw/preview', asked))
      const id = await place({ ...asked, total, key: randomUUID(), paymentPassword }, asked)
      await bringOn(id, () => end(desks.withdrawals, id, how))
    },
    available: async () => Number(z.object({ coin: z.string() }).parse(await must('wallet/balance')).coin),
  }
}
