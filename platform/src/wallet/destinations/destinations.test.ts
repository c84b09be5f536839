import { randomUUID } from 'node:crypto'
import { destinationSchema } from '@minefall/shared/contracts/rest'
import type { DestinationDetails } from '@minefall/shared/payments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import {
  alipay,
  holdOffMs,
  type OpenWithdrawals,
  type Owner,
  openWithdrawals,
} from '../withdrawals/testing.ts'
import { destinationFingerprint } from './save-destination.ts'

const realName = 'Anna Berg'
const trc20 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const erc20 = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const usdt = (network: 'TRC20' | 'ERC20', address: string): DestinationDetails => ({
  method: 'usdt',
  network,
  address,
  realName,
})
const card: DestinationDetails = {
  method: 'bank',
  currency: 'CNY',
  bankName: 'ICBC',
  branchName: 'Pudong',
  cardNumber: '6222020200112233445',
  realName,
}

describe('the fingerprint of a destination', () => {
  const equal: [DestinationDetails, DestinationDetails][] = [
    [alipay('Anna@Pay.Example'), alipay('anna@pay.example')],
    [alipay('138 0013 8000'), alipay('+86 13800138000')],
    [usdt('ERC20', erc20), usdt('ERC20', erc20.toLowerCase())],
    [card, { ...card, bankName: 'Bank of China', branchName: 'Xuhui', realName: 'Someone Else' }],
  ]
  it('is that of where the money goes, however it is written', () => {
    for (const [a, b] of equal) expect(destinationFingerprint(a)).toEqual(destinationFingerprint(b))
    const all = [...equal.map(([one]) => one), alipay('ben@pay.example'), usdt('TRC20', trc20)]
    const prints = all.map((one) => Buffer.from(destinationFingerprint(one)).toString('hex'))
    expect(new Set(prints).size).toBe(all.length)
  })
})

describeDatabase('destinations', (open) => {
  let db: Database
  let at: OpenWithdrawals
  beforeAll(async () => {
    db = await open()
    at = await openWithdrawals(db)
  })
  afterAll(() => at.close())
  /** Who saves nothing. */
  let noOne: Owner | undefined
  const rows = async (playerId: string) =>
    (await db.query('select from payout_destination where player_id = $1', [playerId])).count

  it('are listed with the ends of their numbers alone, the newest first', async () => {
    const me = await at.owner({ coins: 0n })
    for (const one of [alipay(), usdt('TRC20', ` ${trc20} `), card]) {
      expect(await me.save(one)).toMatchObject({ code: 200 })
      await at.clock.advance(1)
    }
    const { data } = await me.get('destinations')
    const listed = destinationSchema.array().parse(data)
    expect(
      listed.map(({ method, currency, network, label, bank }) => [method, currency, network, label, bank]),
    ).toEqual([
      ['bank', 'CNY', null, '…3445', { name: 'ICBC', branch: 'Pudong' }],
      ['usdt', 'USDT', 'TRC20', 'TR7NHq…Lj6t', null],
      ['alipay', 'CNY', null, 'an…@pay.example', null],
    ])
    for (const { realName: name, createdAt, opensAt } of listed) {
      expect(name).toBe(realName)
      expect(opensAt - createdAt).toBe(holdOffMs)
    }
    for (const secret of [trc20, card.cardNumber, 'anna@']) expect(JSON.stringify(data)).not.toContain(secret)
    expect((await me.get('withdraw')).data.destinations).toEqual(data)
    const mails = (await at.inbox()).filter(({ to }) => to === me.email)
    expect(mails[0]).toMatchObject({
      subject: 'Minefall: New withdrawal destination',
      text: expect.stringContaining('added for your withdrawals: …3445.'),
    })
  })

  it.each<[string, object, string, string]>([
    [
      'account',
      { ...alipay(), account: 'someone' },
      'account',
      'Enter the phone number or email of the Alipay account',
    ],
    [
      'account',
      { ...alipay(), account: 7 },
      'account',
      'Enter the phone number or email of the Alipay account',
    ],
    ...['an\u0000na@home.example', 'an\ud800na@home.example', 'anna@\u202ehome.example'].map(
      (account): [string, object, string, string] => [
        'account',
        { ...alipay(), account },
        'account',
        'Enter the phone number or email of the Alipay account',
      ],
    ),
    ['name', { ...alipay(), realName: ' ' }, 'realName', 'Enter the real name'],
    ['name', { ...alipay(), realName: 'A<b>B' }, 'realName', 'Enter the real name'],
    ['address', usdt('TRC20', `${trc20.slice(0, -1)}u`), 'address', 'This isn’t a valid USDT address'],
    ['address', usdt('ERC20', erc20.replace('dAC', 'DAC')), 'address', 'This isn’t a valid USDT address'],
    ['address', usdt('TRC20', ''), 'address', 'This isn’t a valid USDT address'],
    [
      'network',
      usdt('ERC20', trc20),
      'address',
      'This address is on the other network. Switch networks or paste another address',
    ],
    [
      'network',
      usdt('TRC20', erc20),
      'address',
      'This address is on the other network. Switch networks or paste another address',
    ],
    ['card', { ...card, cardNumber: '1234567' }, 'cardNumber', 'Enter a card number of 8 to 24 digits'],
    [
      'card',
      { ...card, cardNumber: '6222x20200112233445' },
      'cardNumber',
      'Enter a card number of 8 to 24 digits',
    ],
    ['bank', { ...card, bankName: '' }, 'bankName', 'Enter the bank name'],
    ['branch', { ...card, branchName: '\u202e12' }, 'branchName', 'Enter the branch name'],
  ])('are none without sense: %s', async (_, details, field, msg) => {
    noOne ??= await at.owner({ coins: 0n })
    const me = noOne
    const { code, msg: told, data } = await me.post('destinations', { details, paymentPassword: 'any' })
    expect([code, told, data.field]).toEqual([1001, msg, `details.${field}`])
    expect(await rows(me.id)).toBe(0)
  })

  it('need the payment password, and a method that pays out', async () => {
    const me = await at.owner({ coins: 0n })
    expect(await me.save(alipay(), 'wrong password')).toMatchObject({ code: 1102 })
    for (const currency of ['USD', 'XXX'])
      expect(await me.save({ ...card, currency })).toMatchObject({ code: 1604 })
    await db.query(
      'update login_account set payment_hash = null, payment_key_id = null where player_id = $1',
      [me.id],
    )
    expect(await me.save(alipay())).toMatchObject({
      code: 1107,
      msg: 'Set a payment password first',
    })
    expect(await rows(me.id)).toBe(0)
  })

  it('are saved once, also by 50 equal posts at once', async () => {
    const me = await at.owner({ coins: 0n })
    const answers = await Promise.all(Array.from({ length: 50 }, () => me.save(alipay())))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 1606)).toHaveLength(49)
    expect(await me.save(alipay('ANNA@pay.example'))).toMatchObject({
      code: 1606,
      msg: 'You’ve already saved this destination',
    })
    expect(await rows(me.id)).toBe(1)
    // Someone else may save it, and is seen to.
    const other = await at.owner({ coins: 0n })
    expect(await other.save(alipay())).toMatchObject({ code: 200 })
    const { rows: shared } = await db.query(
      `select count(distinct player_id) as owners from payout_destination
       where fingerprint = (select fingerprint from payout_destination where player_id = $1)`,
      [me.id],
    )
    expect(shared).toEqual([{ owners: expect.any(BigInt) }])
    expect(Number(shared[0]?.owners)).toBeGreaterThanOrEqual(2)
  })

  it('are ten at the most, also when more are saved at once', async () => {
    const me = await at.owner({ coins: 0n })
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, n) => me.save(alipay(`anna${n}@pay.example`))),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(10)
    expect(answers.filter(({ code }) => code !== 200)).toMatchObject(
      Array.from({ length: 4 }, () => ({
        code: 1605,
        msg: 'You can’t save more destinations. Remove one first',
      })),
    )
    const [first] = (await me.get('destinations')).data
    expect(await me.post(`destinations/${first.id}/remove`)).toMatchObject({ code: 200 })
    expect(await me.save(alipay('last@pay.example'))).toMatchObject({ code: 200 })
  })

  it('are twenty a day at the most, however often one is removed', async () => {
    const me = await at.owner({ coins: 0n })
    const save = () => me.save(alipay())
    for (let n = 0; n < 20; n++) {
      const { data } = await save()
      expect(await me.post(`destinations/${data.id}/remove`)).toMatchObject({ code: 200 })
    }
    const mails = await at.inbox()
    expect(await save()).toMatchObject({ code: 1429, data: { seconds: 86_400 } })
    expect(await at.inbox()).toEqual(mails)
    expect(await rows(me.id)).toBe(20)
  })

  it('are removed by their owner alone, and start over when they are saved again', async () => {
    const [me, other] = [await at.owner({ coins: 0n }), await at.owner({ coins: 0n })]
    const { id } = await me.destination()
    const unknown = await other.post(`destinations/${randomUUID()}/remove`)
    expect(unknown).toMatchObject({ status: 200, code: 1404 })
    expect(await other.post(`destinations/${id}/remove`)).toEqual(unknown)
    expect((await other.get('destinations')).data).toEqual([])
    expect((await me.get('destinations')).data).toHaveLength(1)
    const removals = await Promise.all(Array.from({ length: 5 }, () => me.post(`destinations/${id}/remove`)))
    expect(removals.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1404, 1404, 1404, 1404])
    expect((await me.get('destinations')).data).toEqual([])
    expect(await rows(me.id)).toBe(1)
    const { data: again } = await me.save(alipay())
    expect(again.id).not.toBe(id)
    expect(again.opensAt).toBe(at.clock.now() + holdOffMs)
  })
})
