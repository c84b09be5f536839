import { randomBytes, randomUUID } from 'node:crypto'
import { testServer } from '@minefall/platform/testing'
import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { balanceSchema } from '@minefall/shared/contracts/live'
import {
  depositPreviewSchema,
  destinationSchema,
  orderDetailSchema,
  withdrawPreviewSchema,
} from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  askCode,
  bearer,
  codeTo,
  get,
  manyFromOneAddress,
  posted,
  signInByCode,
} from '../harness/accounts.ts'
import { type DeskClient, openDesk, startStaffed, type TestStaff } from '../harness/desk.ts'
import { paidDeposit } from '../harness/paid-deposit.ts'
import type { Server } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { type Owner, paymentPassword, prepareWithdrawals } from '../harness/withdrawals.ts'

/**
 * What a member of staff can do to the house, and two of them on their own accounts, over the real servers. Each test
 * uses its own accounts, so that what one person has approved counts for that test alone.
 */

const newDeviceId = () => randomBytes(16).toString('hex')
/** The device of the last of those who are hired. */
const ownDevice = newDeviceId()

const postgres = testServer()
let server: Server
let owners: Owner[]
let desks: DeskClient[]
let hired: TestStaff[]

beforeAll(async () => {
  const DATABASE_URL = await postgres.fresh()
  const settings = { ...patient, ...manyFromOneAddress, WITHDRAW_HOLDOFF_HOURS: '0', DATABASE_URL }
  const roles = ['finance', 'finance', 'finance', 'finance', 'admin', 'admin', 'admin'] as const
  ;({ server, staff: hired } = await startStaffed(settings, roles))
  owners = await prepareWithdrawals(server, { people: 4, coins: 30_000n })
  desks = await Promise.all(
    hired.map((person, nth) =>
      openDesk(server.url, person, { deviceId: nth === 6 ? ownDevice : newDeviceId() }),
    ),
  )
})
afterAll(() => server.remove())

const at = <T>(list: readonly T[], nth: number): T => list[nth] ?? expect.fail(`there is no ${nth}`)
const newcomer = (deviceId = newDeviceId()) =>
  signInByCode(server.url, { contact: `${randomBytes(6).toString('hex')}@home.example`, deviceId })

/** A deposit that its player says is paid, and that this person has taken. */
const taken = async (owner: { token: string }, desk: DeskClient, amount: string) => {
  const { id } = await paidDeposit(server.url, owner, amount)
  await desk.take(id)
  return id
}
const approve = (desk: DeskClient, id: string) =>
  desk.call(deskCalls.approveOrder, { params: { id }, body: { reference: `payment ${id}` } })
const takes = (desk: DeskClient, { id }: { id: string }) => desk.call(deskCalls.takeOrder, { params: { id } })
const statusOf = async (desk: DeskClient, id: string) => (await desk.order(id)).status

const destinationOf = async ({ token }: { token: string }, account: string) => {
  const details = { method: 'alipay', account, realName: 'Some Body' }
  const body = { details, paymentPassword }
  return destinationSchema.parse(
    await posted(server.url, 'wallet/destinations', body, { headers: bearer(token) }),
  ).id
}
const previewOf = ({ token }: { token: string }, destinationId: string, amount: string) =>
  posted(server.url, 'wallet/withdraw/preview', { destinationId, amount }, { headers: bearer(token) })

/** A withdrawal that waits for staff. */
const withdrawal = async (owner: Owner, amount: string): Promise<string> => {
  const headers = bearer(owner.token)
  const destinationId = await destinationOf(owner, owner.contact)
  const { total } = withdrawPreviewSchema.parse(await previewOf(owner, destinationId, amount))
  await posted(server.url, 'wallet/withdraw/code', { destinationId, amount }, { headers })
  const verificationCode = await codeTo(server.url, owner.contact)
  const body = { destinationId, amount, total, key: randomUUID(), paymentPassword, verificationCode }
  return orderDetailSchema.parse(await posted(server.url, 'wallet/withdraw', body, { headers })).id
}

const balanceOf = async ({ token }: { token: string }) => {
  const { data } = await get(server.url, 'wallet/balance', bearer(token))
  return balanceSchema.parse(data)
}

describe('orders that are cut up', () => {
  test('wait for a second person once one person has approved 10,000 coins alone in a day', async () => {
    const [desk, other] = [at(desks, 0), at(desks, 1)]
    const ids: string[] = []
    for (let nth = 0; nth < 4; nth++) ids.push(await taken(await newcomer(), desk, '2500'))
    for (const id of ids.slice(0, 3)) expect((await approve(desk, id)).code).toBe(200)
    const last = at(ids, 3)
    expect(await desk.order(last)).toMatchObject({
      flags: expect.arrayContaining(['second-person']),
      approvals: { needed: 2, why: { of: 'staff', within: 'day', approved: '7500', most: '10000' } },
    })
    expect((await approve(desk, last)).code).toBe(200)
    expect(await statusOf(desk, last)).toBe('reviewing')
    expect((await approve(other, last)).code).toBe(200)
    expect(await statusOf(desk, last)).toBe('completed')
  })

  test('wait for a second person once one account was approved 10,000 coins by one person each', async () => {
    const [desk, other] = [at(desks, 2), at(desks, 1)]
    const owner = await newcomer()
    const [first, second] = [await taken(owner, desk, '5000'), await taken(owner, other, '5000')]
    expect((await approve(desk, first)).code).toBe(200)
    expect((await approve(other, second)).code).toBe(200)
    expect(await other.order(second)).toMatchObject({
      status: 'reviewing',
      approvals: { needed: 2, why: { of: 'account', within: 'day', approved: '5000', most: '10000' } },
    })
  })

  test('are not both let through when they are approved at once', async () => {
    const desk = at(desks, 3)
    const ids = [await taken(await newcomer(), desk, '6000'), await taken(await newcomer(), desk, '6000')]
    const answers = await Promise.all(ids.map((id) => approve(desk, id)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    const statuses = await Promise.all(ids.map((id) => statusOf(desk, id)))
    expect(statuses.sort()).toEqual(['completed', 'reviewing'])
  })
})

describe('who approved a deposit of an account', () => {
  test('approves no withdrawal of it and reviews no identity; the page says who may', async () => {
    const [desk, other] = [at(desks, 4), at(desks, 5)]
    const owner = at(owners, 0)
    expect((await approve(desk, await taken(owner, desk, '500'))).code).toBe(200)
    const id = await withdrawal(owner, '500')
    expect(await approve(desk, id)).toMatchObject({ code: bodyCode.handsApart })
    const review = { params: { id: owner.id }, body: { reason: 'Passport seen' } }
    expect(await desk.call(deskCalls.reviewIdentity, review)).toMatchObject({ code: bodyCode.handsApart })
    const order = await desk.order(id)
    expect(order.status).toBe('pending')
    expect(order.deciders.refused).toBe('other-side')
    expect(order.deciders.others).toContain(at(hired, 5).name)
    expect(order.deciders.others).not.toContain(at(hired, 4).name)
    expect((await approve(other, id)).code).toBe(200)
    // And the other way round.
    const more = await taken(owner, desk, '500')
    expect(await approve(other, more)).toMatchObject({ code: bodyCode.handsApart })
    expect((await approve(desk, more)).code).toBe(200)
  })
})

describe('where deposits are paid to, and rates', () => {
  test('one admin changes nothing alone: another confirms, and every admin is notified', async () => {
    const [desk, other] = [at(desks, 4), at(desks, 5)]
    const channel = async () => {
      const channels = await desk.ask(deskCalls.channels, {})
      return (
        channels.find(({ direction, method }) => direction === 'deposit' && method === 'alipay') ??
        expect.fail('there is no Alipay')
      )
    }
    const before = await channel()
    const mine = { '': { method: 'alipay', account: 'mine@pay.example', name: 'Me Myself' } } as const
    /** The result of changing where deposits are paid to. */
    const proposed = async (by: DeskClient, change: z.input<typeof deskCalls.changeChannel.body>) =>
      (await by.ask(deskCalls.changeChannel, { body: change })) ?? expect.fail('it changed at once')
    const proposal = await proposed(desk, { ...before, payTo: mine, reason: 'A better account' })
    expect(await channel()).toEqual(before)
    const params = { id: proposal.id }
    expect(
      await desk.call(deskCalls.confirmProposal, { params, body: { reason: 'It is right' } }),
    ).toMatchObject({ code: bodyCode.notAllowed })
    expect(await channel()).toEqual(before)
    const seen = await other.ask(deskCalls.proposals, {})
    expect(seen).toMatchObject([{ id: proposal.id, status: 'open', after: { payTo: mine } }])
    const inbox = await fetch(`${server.url}/dev/inbox`, { headers: { accept: 'application/json' } })
    const told = z.array(z.object({ to: z.string() })).parse(await inbox.json())
    for (const admin of hired.slice(4)) expect(told.map(({ to }) => to)).toContain(admin.email)
    await other.ask(deskCalls.confirmProposal, { params, body: { reason: 'Seen' } })
    expect((await channel()).payTo).toEqual(mine)
    const { items } = await other.ask(deskCalls.audit, { query: { subjectType: 'channel' } })
    expect(items).toMatchObject([{ action: 'channel.confirm' }, { action: 'channel.propose' }])
    const undo = await proposed(other, { ...(await channel()), payTo: before.payTo, reason: 'Back' })
    expect((await channel()).payTo).toEqual(mine)
    const withdrawing = (reason: string) =>
      desk.call(deskCalls.withdrawProposal, { params: { id: undo.id }, body: { reason } })
    expect(await withdrawing('No')).toMatchObject({ code: 1001 })
    expect(await withdrawing('Not now')).toMatchObject({ code: 200 })
  })

  test('one admin changes no rate', async () => {
    const [desk, other] = [at(desks, 5), at(desks, 6)]
    const rate = async () => {
      const rates = await desk.ask(deskCalls.currencies, {})
      return rates.find(({ currencycode }) => currencycode === 'JPY')?.rate
    }
    const body = { currencycode: 'JPY', rate: '0.01', reason: 'For me' }
    const proposal = await desk.ask(deskCalls.changeRate, { body })
    expect(await rate()).toBe('21')
    const params = { id: proposal?.id ?? expect.fail('it changed at once') }
    await other.ask(deskCalls.confirmProposal, { params, body: { reason: 'Seen' } })
    expect(await rate()).toBe('0.01')
  })
})

describe('the staff member’s own account', () => {
  test('is known by the device that its owner signs in to the desk with, whatever its email address', async () => {
    const owner = await newcomer(ownDevice)
    const deposit = await paidDeposit(server.url, owner, '500')
    const desk = at(desks, 6)
    expect(await takes(desk, deposit)).toMatchObject({ code: bodyCode.ownOrder })
    const said = { params: { id: owner.id }, body: { reason: 'It is me' } }
    for (const call of [deskCalls.reviewIdentity, deskCalls.unblockPlayer, deskCalls.signOutPlayer])
      expect(await desk.call(call, said)).toMatchObject({ code: bodyCode.notAllowed })
    expect(await takes(at(desks, 5), deposit)).toMatchObject({ code: 200 })
  })

  test('is known by where its money is paid out to', async () => {
    const [own, tied] = [at(owners, 1), at(owners, 2)]
    const headers = bearer(own.token)
    const code = await askCode(server.url, own.contact, { 'x-device-id': ownDevice })
    const login = { username: own.contact, type: 4, device_id: ownDevice, code }
    await posted(server.url, 'index/login', login, { headers })
    await destinationOf(own, 'shared@pay.example')
    await destinationOf(tied, 'shared@pay.example')
    const deposit = await paidDeposit(server.url, tied, '500')
    expect(await takes(at(desks, 6), deposit)).toMatchObject({ code: bodyCode.ownOrder })
  })
})

describe('money of the sandbox', () => {
  test('can be played with and never be withdrawn', async () => {
    const owner = at(owners, 3)
    const headers = bearer(owner.token)
    const before = await balanceOf(owner)
    const asked = { method: 'checkout', currency: 'USD', amount: '1000' }
    const { total, terms } = depositPreviewSchema.parse(
      await posted(server.url, 'wallet/deposit/preview', asked, { headers }),
    )
    const { id } = orderDetailSchema.parse(
      await posted(
        server.url,
        'wallet/deposit',
        { ...asked, total, accepted: terms, key: randomUUID() },
        { headers },
      ),
    )
    const opened = await posted(server.url, `wallet/orders/${id}/checkout`, {}, { headers })
    const { url } = z.object({ url: z.string() }).parse(opened)
    await fetch(new URL(url, server.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'choice=pay',
    })
    const after = await balanceOf(owner)
    expect(after).toMatchObject({ coin: before.coin, promo: String(BigInt(before.promo) + 1_000n) })
  })
})
