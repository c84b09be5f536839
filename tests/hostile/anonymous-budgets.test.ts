import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import type { AnalyticsEvent } from '@minefall/shared/analytics'
import { bodyCode } from '@minefall/shared/contracts'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTo, post, signInByCode } from '../harness/accounts.ts'
import { dayWithRoom } from '../harness/day-with-room.ts'
import { type Server, startServer } from '../harness/server.ts'
import { patient } from '../harness/settings.ts'
import { attacker, hex } from './attacker.ts'

const analyticsBytes = 1_048_576
const addressBytes = 65_536

/** An event of about two kilobytes. */
const large = (now: number): AnalyticsEvent => ({
  eventType: 'button_click',
  eventName: 'rematch',
  sessionId: randomUUID(),
  timestamp: now,
  deviceType: 'desktop',
  currentUrl: `https://play.example/${'a'.repeat(900)}`,
  userId: null,
  userAgent: 'Mozilla/5.0 (X11)',
  referrer: `https://play.example/${'b'.repeat(900)}`,
  gameId: null,
  fromPage: null,
  additionalData: { eventId: randomUUID() },
})

describe('what callers without an account may cause', () => {
  const postgres = testServer()
  let url: string
  let server: Server
  beforeAll(async () => {
    url = await postgres.fresh()
    server = await startServer({
      ...patient,
      DATABASE_URL: url,
      CODES_PER_ADDRESS: '50',
      ANALYTICS_BYTES: String(analyticsBytes),
      ANALYTICS_BYTES_PER_ADDRESS: String(addressBytes),
      ANALYTICS_BYTES_PER_SECOND: String(analyticsBytes),
      GUEST_BYTES_PER_DAY: String(16 * addressBytes),
      SMS_PER_DAY: '20',
      SMS_RESERVE_PERCENT: '25',
      SMS_PER_DIAL_CODE: '6',
    })
  })
  afterAll(() => server.remove())

  const tell = (from: string, count = 10) => {
    const timestamp = Date.now()
    const events = Array.from({ length: count }, () => large(timestamp))
    return post(server.url, 'analytics/receiveEvents', { events, timestamp }, { from })
  }
  const codes = async (calls: readonly Promise<{ code: number }>[]) =>
    (await Promise.all(calls)).map(({ code }) => code)

  test('analytics of one address end at its bytes, after a restart as well, and another’s are taken', async () => {
    const hour = () => Math.floor(Date.now() / 3_600_000)
    const spendAll = async (from: string) => {
      const begun = hour()
      const first = await codes(Array.from({ length: 10 }, () => tell(from)))
      expect(await server.stop()).toBe(0)
      await server.start()
      const refused = await tell(from)
      return { first, refused, isOneHour: hour() === begun }
    }
    // Budgets are those of an hour of the clock: where it struck in the meantime, another address tells.
    const told = await spendAll('127.0.2.1')
    const { first, refused } = told.isOneHour ? told : await spendAll('127.0.2.3')
    expect(first.filter((code) => code === bodyCode.ok)).toHaveLength(3)
    expect(first.filter((code) => code === bodyCode.tooManyRequests)).toHaveLength(7)
    expect(refused).toMatchObject({ code: 1429, data: { seconds: expect.any(Number) } })
    expect((await tell('127.0.2.2', 1)).code).toBe(bodyCode.ok)
  })

  test('a number with an account still gets its code when SMS to its country are used up, with equal answers', async () => {
    await dayWithRoom()
    const ask = (contact: string, from: string) =>
      post(
        server.url,
        'index/sendcode',
        { contactType: 'phone', contact },
        { from, headers: { 'x-device-id': hex(16) } },
      )
    await signInByCode(server.url, { contact: '+447911123450', deviceId: hex(16) })
    for (let nth = 0; nth < 10; nth++) await ask(`+4479111235${nth}0`, '127.0.3.1')
    const before = await codeTo(server.url, '+447911123450')
    const known = await ask('+447911123450', '127.0.3.2')
    expect(known).toMatchObject({ code: 200, data: { accountsOnly: true } })
    expect(await ask('+447911123451', '127.0.3.2')).toEqual(known)
    await expect.poll(() => codeTo(server.url, '+447911123450')).not.toBe(before)
    await expect(codeTo(server.url, '+447911123451')).rejects.toThrow('no code was sent')
    // Another country has its own.
    expect((await ask('+6591234567', '127.0.3.2')).data).toEqual({ seconds: 60 })
  })

  test('messages of guests at one address are limited in bytes per day', async () => {
    await dayWithRoom()
    const text = '\u{1f4a3}'.repeat(1_000)
    const sent: number[] = []
    for (let nth = 0; nth < 4; nth++) {
      const guest = await attacker({ port: server.port, from: '127.0.4.1' })
      for (let message = 0; message < 8; message++)
        sent.push((await guest.ask('chat.send', { messageId: randomUUID(), text })).code)
      guest.end()
    }
    expect(sent.filter((code) => code === bodyCode.ok)).toHaveLength(15)
    expect(sent.filter((code) => code === bodyCode.tooManyRequests)).toHaveLength(17)
    const other = await attacker({ port: server.port, from: '127.0.4.2' })
    expect((await other.ask('chat.send', { messageId: randomUUID(), text })).code).toBe(bodyCode.ok)
    other.end()
  })

  test('analytics of many addresses take no more than they may: the oldest make room', async () => {
    for (let address = 1; address <= 40; address++)
      await Promise.all(Array.from({ length: 3 }, () => tell(`127.0.5.${address}`)))
    const newest = await tell('127.0.6.1', 1)
    expect([bodyCode.ok, bodyCode.tooManyRequests]).toContain(newest.code)
    expect(await server.stop()).toBe(0)
    const db = await openDatabase({ url, log: silentLogger() })
    const { rows } = await db.query(
      `select (select bytes from analytics_total)::float8 as total, count(*)::int as events,
         sum(bytes)::float8 as bytes from analytics_event`,
    )
    await db.close()
    expect(rows[0]?.total).toBe(rows[0]?.bytes)
    expect(rows[0]?.bytes).toBeLessThan(1.15 * analyticsBytes)
    expect(rows[0]?.events).toBeGreaterThan(200)
    const log = await readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8')
    expect(log.split('\n').filter((line) => /^\S+ (error|fatal) /.test(line))).toEqual([])
    await server.start()
  })
})
