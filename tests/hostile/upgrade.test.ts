import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLedger, openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { balanceSchema } from '@minefall/shared/contracts/live'
import { matchIdSchema } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bearer, get, manyFromOneAddress, posted, signInByCode } from '../harness/accounts.ts'
import { openDesk } from '../harness/desk.ts'
import {
  fillOldDatabase,
  layOldKeys,
  type OldDatabase,
  oldBalances,
  type Run,
  readOldDatabase,
} from '../harness/old-database.ts'
import { connectPlayer } from '../harness/player.ts'
import { startServer } from '../harness/server.ts'
import { headless, quick } from '../harness/settings.ts'

/** Everything that must be there after it as before, but for what a migration changes by what it says. */
const kept = [
  'player',
  'contact',
  'known_device',
  'payout_destination',
  'payment_proof',
  'wallet_order_event',
  'wallet_order_approval',
  'checkout_session',
  'conversation_message',
  'analytics_event',
  'safer_play_event',
  'desk_audit',
  'match_decision',
  'hold',
] as const

/** Without real payments: all available coins came from the sandbox. */
const withoutMoney = oldBalances.rows.map((row) =>
  row.who === 'mai@home.example' ? { ...row, coin: '0', promo: '2400' } : row,
)
/** Makes a payment at the sandbox of the one that was real. */
const pretend = `set session_replication_role = replica;
  insert into checkout_session (order_id, provider, reference, url, opened_at)
  select id, 'sandbox', 'sandbox_pretended', '/', created_at from wallet_order
  where kind = 'deposit' and status = 'completed' and method = 'alipay';
  update wallet_order set method = 'checkout', currency = 'USD'
  where kind = 'deposit' and status = 'completed' and method = 'alipay';
  set session_replication_role = origin`

describe('a database of schema 0022', () => {
  const databases = testServer()
  let old: OldDatabase
  let url: string
  let before: Record<string, unknown[]>

  const at = async (address: string, work: (run: Run) => Promise<void>) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await work(async (sql, values) => (await client.query(sql, values)).rows)
    await client.end()
  }
  const oldOne = async (also?: string): Promise<string> => {
    const address = await databases.empty()
    await at(address, async (run) => {
      await fillOldDatabase(run, old)
      if (also !== undefined) await run(also)
    })
    return address
  }
  const rowsOf = async (run: Run, name: string) =>
    z
      .array(z.object({ row: z.record(z.string(), z.unknown()) }))
      .parse(await run(`select to_jsonb(t) as row from "${name}" t`))
      .map(({ row }) => row)

  /** Plays the private match to its end, and compares what both have then with what it pays. */
  const playPrivate = async (address: string, tokens: readonly string[]) => {
    const matchId = matchIdSchema.parse(old.private.matchId)
    const come = async (token: string) => {
      const coins = async () => {
        const { data } = await get(address, 'wallet/balance', bearer(token))
        return Number(balanceSchema.parse(data).coin)
      }
      const before = await coins()
      const player = await connectPlayer(address, undefined, undefined, token)
      await player.follow(matchId)
      return { before, coins, player }
    }
    const both = await Promise.all(tokens.map(come))
    const ends = both.map(async ({ before, coins, player }) => {
      const { phase, result } = await player.play()
      expect(phase).toBe('settled')
      const paid = result?.payouts.find(({ seat }) => seat === player.seat())?.amount ?? '0'
      await expect.poll(coins).toBe(before + Number(paid))
      player.leave()
      return Number(paid)
    })
    // Two stakes of 100, and no more than a tenth of them kept.
    expect((await Promise.all(ends)).sort()).toEqual([0, expect.toSatisfy((pot) => pot >= 180 && pot <= 200)])
  }

  beforeAll(async () => {
    old = await readOldDatabase(Date.now())
    url = await oldOne()
    before = {}
    await at(url, async (run) => {
      for (const name of kept) before[name] = await rowsOf(run, name)
    })
  })

  test('is started by this program: nothing is lost, people sign in, and both matches go on', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'minefall-'))
    await layOldKeys(dataDir, old)
    const upgraded = await startServer({
      ...quick,
      ...headless,
      ...manyFromOneAddress,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      INTERRUPTED_MS: '86400000',
    })
    try {
      await at(url, async (run) => {
        for (const name of kept) {
          const after = await rowsOf(run, name)
          for (const row of before[name] ?? []) expect(after).toContainEqual(expect.objectContaining(row))
        }
        expect(await run(oldBalances.sql)).toEqual(oldBalances.rows)
      })
      const [mai, joel, noor] = old.people
      if (!mai || !joel || !noor) return expect.fail('no players were found')
      const { id, token } = await signInByCode(upgraded.url, mai)
      expect(id).toBe(mai.id)
      const { data } = await get(upgraded.url, 'wallet/balance', bearer(token))
      expect(balanceSchema.parse(data)).toMatchObject({ coin: '400', promo: '2000', held: { coin: '200' } })
      const login = {
        username: noor.contact,
        type: 3,
        password: old.passwords.noor,
        device_id: noor.deviceId,
      }
      expect(await posted(upgraded.url, 'index/login', login)).toMatchObject({ id: noor.id })
      const desk = await openDesk(upgraded.url, old.staff)
      expect(await desk.waiting()).toHaveLength(2)
      const guest = await connectPlayer(upgraded.url, old.guest.deviceId)
      await guest.follow(matchIdSchema.parse(old.guest.matchId))
      expect(guest.seat()).toBe(old.guest.seat)
      const { phase, rules, board } = await guest.play()
      expect(phase).toBe('settled')
      // By the rules it began with, which knew no openers.
      expect(rules).toEqual({ boards: 9, clockMs: 180_000, clues: true, h: 6, mines: 12, rakeBps: 0, w: 6 })
      expect(board?.tiles.some((tile) => tile?.by === 'house')).toBe(false)
      guest.leave()
      await playPrivate(upgraded.url, [token, (await signInByCode(upgraded.url, joel)).token])
    } finally {
      await upgraded.remove()
      await rm(dataDir, { recursive: true, force: true })
    }
    const db = await openDatabase({ url, log: silentLogger() })
    expect((await checkLedger(db)).findings).toEqual([])
    await db.close()
  })

  test('without real payments gives no one withdrawable coins from the sandbox', async () => {
    const db = await openDatabase({ url: await oldOne(pretend), log: silentLogger() })
    expect((await db.query(oldBalances.sql)).rows).toEqual(withoutMoney)
    await db.close()
  })
})
