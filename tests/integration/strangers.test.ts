import { randomBytes, randomUUID } from 'node:crypto'
import { everyCall } from '@minefall/shared/calls'
import { addressOf, type Call } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import {
  depositPreviewSchema,
  orderDetailSchema,
  supportPictureSchema,
  withdrawStateSchema,
} from '@minefall/shared/contracts/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bearer, codeTo, get, manyFromOneAddress, post, posted, signInByCode } from '../harness/accounts.ts'
import { openDesk, startStaffed, type TestStaff } from '../harness/desk.ts'
import { connectPlayer, type Player } from '../harness/player.ts'
import type { Server } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { told } from '../harness/told.ts'

/**
 * Ids of another player's business, tried over every call that takes one. What they answer must not tell such an id from
 * one that no one has.
 */

let server: Server
let admin: TestStaff | undefined
let agent: TestStaff | undefined
beforeAll(async () => {
  const settings = { ...manyFromOneAddress, ...patient, WITHDRAW_HOLDOFF_HOURS: '0' }
  const started = await startStaffed(settings, ['admin', 'support'])
  server = started.server
  ;[admin, agent] = started.staff
})
afterAll(() => server.remove())

const paymentPassword = 'payment hazel 77'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const someone = async (name: string) => {
  const contact = `${name}-${randomUUID()}@home.example`
  const deviceId = randomBytes(16).toString('hex')
  const { id, token } = await signInByCode(server.url, { contact, deviceId })
  const headers = bearer(token)
  return { id, contact, token, headers }
}
type Someone = Awaited<ReturnType<typeof someone>>

const pictureForm = () => {
  const body = new FormData()
  body.append('image', new Blob([png], { type: 'image/png' }), 'proof.png')
  return body
}

const pictureIdIn = z.object({ data: supportPictureSchema })

/** Uploads a picture for support. */
const sentPicture = async (headers: Record<string, string>): Promise<string> => {
  const init = { method: 'POST', headers, body: pictureForm() }
  const response = await fetch(`${server.url}/api/support/picture`, init)
  return pictureIdIn.parse(await response.json()).data.pictureId
}

/** A player with one of everything that has an id. */
const owner = async () => {
  const me = await someone('owner')
  const ask = (path: string, body: object) => posted(server.url, path, body, { headers: me.headers })
  await ask('index/sendcode', { contactType: 'email', contact: me.contact })
  const verificationCode = await codeTo(server.url, me.contact)
  await ask('user/paypasswordchange', { currentPassword: '', newPassword: paymentPassword, verificationCode })
  const details = { method: 'alipay', account: me.contact, realName: 'Some Body' }
  await ask('wallet/destinations', { details, paymentPassword })
  const state = withdrawStateSchema.parse((await get(server.url, 'wallet/withdraw', me.headers)).data)
  const destinationId = state.destinations[0]?.id ?? expect.fail('no destination was saved')
  const asked = { method: 'alipay', currency: 'CNY', amount: '1000' }
  const { total, terms } = depositPreviewSchema.parse(await ask('wallet/deposit/preview', asked))
  const order = orderDetailSchema.parse(
    await ask('wallet/deposit', { ...asked, key: randomUUID(), total, accepted: terms }),
  )
  const upload = await fetch(`${server.url}/api/wallet/orders/${order.id}/proof`, {
    method: 'POST',
    headers: me.headers,
    body: pictureForm(),
  })
  const { data } = z.object({ data: orderDetailSchema }).parse(await upload.json())
  const proofId = data.proofs[0]?.id ?? expect.fail('no proof was kept')
  const pictureId = await sentPicture(me.headers)
  return { ...me, orderId: order.id, proofId, destinationId, pictureId }
}

/** What is reported in the body of calls that name someone's business there. */
const bodies: Readonly<Record<string, (id: string) => object>> = {
  'wallet.previewWithdrawal': (destinationId) => ({ destinationId, amount: '500' }),
  'wallet.sendWithdrawalCode': (destinationId) => ({ destinationId, amount: '500' }),
  'wallet.withdraw': (destinationId) => ({
    ...{ destinationId, amount: '500', total: '495.00', key: randomUUID() },
    ...{ paymentPassword, verificationCode: '000000' },
  }),
}

/** Calls that name someone's business in their address or their body. */
const calls = [...everyCall].filter(
  ([name, { may, path }]) => (may === 'player' || may === 'guest') && (path.includes(':') || name in bodies),
)

/** What someone is answered about an id. */
const tried = async ([name, call]: [string, Call], { headers }: Someone, id: string): Promise<unknown> => {
  const { method, form } = call
  const json = { 'content-type': 'application/json' }
  const posted = form
    ? { body: pictureForm(), headers }
    : { body: JSON.stringify(bodies[name]?.(id) ?? {}), headers: { ...headers, ...json } }
  const url = `${server.url}${addressOf(call, { params: { id } })}`
  return (await fetch(url, method === 'POST' ? { method, ...posted } : { headers })).json()
}

it('every call that takes a destination is among those tried', () => {
  const taking = [...everyCall].filter(([, { may, body }]) => {
    if (may !== 'player' || body === undefined) return false
    return JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes(
      'destinationId',
    )
  })
  expect(taking.map(([name]) => name).sort()).toEqual(Object.keys(bodies).sort())
})

describe('a conversation with support', () => {
  it('is between a player and staff: delivered to both, stored for the next time, and no one else’s', async () => {
    const guest = await connectPlayer(server.url)
    const account = await someone('chat')
    const signedIn = await connectPlayer(server.url, undefined, undefined, account.token)
    const desk = await openDesk(server.url, agent ?? expect.fail('no one was hired'))
    const ofGuest = { 'x-device-id': guest.deviceId }
    const pictureId = await sentPicture(ofGuest)
    const [first, second] = [
      { messageId: randomUUID(), text: 'I see <b>nothing</b>', pictureId },
      { messageId: randomUUID(), text: 'Where is my deposit?' },
    ]
    expect(await guest.ask('chat.send', first)).toMatchObject({ code: 200, data: { seq: 1, ...first } })
    expect(await signedIn.ask('chat.send', second)).toMatchObject({ code: 200, data: { seq: 1 } })
    const { items } = await desk.ask(deskCalls.conversations, { query: {} })
    expect(new Map(items.map(({ last, player }) => [last.text, player.guest]))).toEqual(
      new Map([
        [first.text, true],
        [second.text, false],
      ]),
    )
    expect(await guest.ask('chat.open', {})).toMatchObject({ data: { staffed: true } })
    const replied = { messageId: randomUUID(), text: 'We are looking into it.' }
    for (const { player } of items) {
      const answer = { ...replied, messageId: randomUUID() }
      await desk.ask(deskCalls.reply, { params: { playerId: player.id }, body: answer })
    }
    const heard = (player: Player) => () =>
      told(player, 'chat.message').map(({ author, name, text }) => [author, name, text])
    const answer = ['staff', agent?.name, replied.text]
    await expect.poll(heard(guest)).toEqual([['player', null, first.text], answer])
    await expect.poll(heard(signedIn)).toEqual([['player', null, second.text], answer])
    await expect.poll(() => told(guest, 'chat.unread')).toEqual([{ count: 1 }])

    guest.leave()
    const again = await connectPlayer(server.url, guest.deviceId)
    await expect.poll(() => told(again, 'chat.unread')).toEqual([{ count: 1 }])
    const { data } = await again.ask('chat.open', {})
    expect(data?.messages.map(({ text }) => text)).toEqual([first.text, replied.text])
    const shown = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/support/picture/${pictureId}`, { headers })
    expect((await shown(ofGuest)).headers.get('content-type')).toBe('image/jpeg')
    expect(await (await shown(account.headers)).json()).toMatchObject({ code: 1404 })
    const stranger = await connectPlayer(server.url)
    expect(await stranger.ask('chat.open', {})).toMatchObject({ data: { messages: [] } })
    expect(told(stranger, 'chat.message')).toEqual([])
    for (const player of [signedIn, again, stranger]) player.leave()
  })
})

describe('another player’s business', () => {
  let theirs: Awaited<ReturnType<typeof owner>>
  let me: Someone
  beforeAll(async () => {
    theirs = await owner()
    // With a payment password entered by hand, so that nothing else refuses first.
    me = await owner()
  })

  it.each(calls)('is to %s what no one has', async (...call) => {
    const noOnes = await tried(call, me, randomUUID())
    expect(noOnes).toMatchObject({ code: 1404, data: null })
    for (const id of [theirs.orderId, theirs.proofId, theirs.destinationId, theirs.pictureId, theirs.id])
      expect(await tried(call, me, id)).toEqual(noOnes)
  })

  it('is in none of your lists', async () => {
    const lists = [
      ...['wallet/orders', 'wallet/destinations', 'wallet/withdraw', 'wallet/statement'],
      'user/referral_data',
    ]
    for (const list of lists) {
      const said = JSON.stringify(await get(server.url, list, me.headers))
      for (const id of [theirs.orderId, theirs.proofId, theirs.destinationId]) expect(said).not.toContain(id)
    }
    const csv = await fetch(`${server.url}/api/wallet/statement.csv`, { headers: me.headers })
    expect(await csv.text()).not.toContain(theirs.orderId)
  })

  it('opens to no one without a session, nor to staff by a player’s calls or to players by staff’s', async () => {
    for (const id of [theirs.orderId, theirs.proofId]) {
      for (const path of [
        `wallet/orders/${id}`,
        `wallet/proofs/${id}`,
        `desk/orders/${id}`,
        `desk/proofs/${id}`,
      ])
        expect(await get(server.url, path, {})).toMatchObject({ code: 1401, data: null })
      for (const path of [`desk/orders/${id}`, `desk/proofs/${id}`])
        expect(await get(server.url, path, me.headers)).toMatchObject({ data: null })
    }
    for (const path of [`desk/players/${me.id}/identity`, 'desk/flags/1/review']) {
      const found = { reason: 'It is me' }
      expect(await post(server.url, path, found, { headers: {} })).toMatchObject({ code: 1401, data: null })
      expect(await post(server.url, path, found, { headers: me.headers })).toMatchObject({ data: null })
    }
    const desk = await openDesk(server.url, admin ?? expect.fail('no one was hired'))
    for (const path of [`wallet/orders/${theirs.orderId}`, `wallet/proofs/${theirs.proofId}`])
      expect(await get(server.url, path, bearer(desk.token))).toMatchObject({ data: null })
    expect(await desk.order(theirs.orderId)).toMatchObject({ id: theirs.orderId })
  })
})
