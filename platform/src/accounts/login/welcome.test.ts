import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { device, newAddress, type OpenAccounts, openAccounts } from '../testing.ts'

describeDatabase('the bonus coins of a new account', (open) => {
  let db: Database
  let at: OpenAccounts
  let count = 0
  /** Whether the session that a registration opens can't be drawn. */
  let broken = false
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    broken = false
    at = await openAccounts(db, {
      randomBytes: (bytes) => {
        if (broken && bytes === 16) throw new Error('no randomness for a session')
        return randomBytes(bytes)
      },
    })
  })
  afterEach(async () => {
    await at.close()
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const gifts = async () => {
    const { rows } = await db.query(`select count(*) as gifts from transfer where kind = 'welcome'`)
    return z.object({ gifts: z.bigint() }).parse(rows[0]).gifts
  }
  /** What someone new sends to register, with the code they were sent. */
  const registration = async (deviceId = device()) => {
    const username = `new${++count}@home.example`
    const code = await at.askCode(username, { deviceId })
    return { username, type: 4, code, device_id: deviceId }
  }

  it('are in the answer of the registration and in the balance', async () => {
    const me = await at.signIn(`new${++count}@home.example`)
    expect(me.user.coins).toBe(1_000)
    const { data } = await at.get('user/getBalance', me)
    expect(data).toMatchObject({ coins: 1_000, coin: '0', promo: '1000', trial: '1000' })
    expect(data).toEqual({ ...(await balanceOf(db, me.id)), coins: 1_000 })
  })

  it('are given once for 50 equal registrations at once', async () => {
    const before = await gifts()
    const body = await registration()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => at.post('index/login', body, { address: newAddress() })),
    )
    const opened = answers.filter(({ code }) => code === 200)
    expect(new Set(opened.map(({ data }) => data.token)).size).toBe(1)
    expect(opened[0]?.data.coins).toBe(1_000)
    expect(await gifts()).toBe(before + 1n)
  })

  it('are not given again at the next sign-in, whatever the device', async () => {
    const me = await at.signIn(`new${++count}@home.example`)
    const before = await gifts()
    await at.clock.advance(60_000)
    expect((await at.signIn(me.email)).user.coins).toBe(1_000)
    expect(await gifts()).toBe(before)
  })

  it('are taken back with a registration that fails after them, and given with the next', async () => {
    const before = await gifts()
    const body = await registration()
    broken = true
    expect((await at.post('index/login', body)).status).toBe(500)
    expect(await gifts()).toBe(before)
    broken = false
    expect((await at.post('index/login', body)).data.coins).toBe(1_000)
    expect(await gifts()).toBe(before + 1n)
  })

  it('are sent to the connections of the guest who registers, once they are theirs', async () => {
    const deviceId = device()
    const { player: guest } = await at.guests.of(db, deviceId)
    const told: unknown[] = []
    at.bus.subscribe('player.balance', guest.id, (balance) => void told.push(balance))
    const body = await registration(deviceId)
    await at.post('index/login', body)
    await expect.poll(() => told.length).toBe(1)
    expect(told).toEqual([await balanceOf(db, guest.id)])
    expect(told).toMatchObject([{ promo: '1000', trial: '1000' }])
  })

  it('are none where none are set', async () => {
    const before = await gifts()
    const other = await openAccounts(db, { welcomeCoins: 0n })
    expect((await other.signIn(`new${++count}@home.example`)).user.coins).toBe(0)
    await other.close()
    expect(await gifts()).toBe(before)
  })
})
