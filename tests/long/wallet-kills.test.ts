import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkLedger, type Sql } from '@minefall/platform'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { manyFromOneAddress } from '../harness/accounts.ts'
import { onBothDatabases } from '../harness/both-databases.ts'
import { inDatabase, type Place } from '../harness/database-place.ts'
import { hireStaff, openDesk } from '../harness/desk.ts'
import { type Server, type Settings, startServer } from '../harness/server.ts'
import { type Customer, newCustomer } from '../harness/wallet-customer.ts'

const kills = Number(process.env.WALLET_KILLS ?? 100)
const people = 4
const settings: Settings = {
  ...manyFromOneAddress,
  WITHDRAW_HOLDOFF_HOURS: '0',
  WELCOME_COINS: '0',
  // One person approves each side, as many as there are.
  SECOND_PERSON_DAY_COINS: '1000000000',
  SECOND_PERSON_WEEK_COINS: '1000000000',
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('../harness/wallet-strike.mjs', import.meta.url))}`,
}

const orderSchema = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['deposit', 'withdrawal']),
    status: z.string(),
    amount: z.bigint(),
    asset: z.string(),
    version: z.int(),
  }),
)
const postedSchema = z.array(z.object({ asset: z.string(), posted: z.bigint() }))

/** What someone's orders make of their coins, against the coins; and what they heard, against the orders. */
const findingsOf = async (sql: Sql, { playerId, told }: Customer): Promise<string[]> => {
  const { rows } = await sql.query(
    'select id, kind, status, amount, asset, version from wallet_order where player_id = $1',
    [playerId],
  )
  const orders = orderSchema.parse(rows)
  const accounts = await sql.query(`select asset, posted from account where kind = 'player' and owner = $1`, [
    playerId,
  ])
  const has = postedSchema.parse(accounts.rows)
  const findings: string[] = []
  // The sandbox's deposits are bonus coins.
  for (const asset of ['coin', 'promo']) {
    const posted = has.find((account) => account.asset === asset)?.posted ?? 0n
    const due = orders
      .filter((order) => order.status === 'completed' && order.asset === asset)
      .reduce((sum, { kind, amount }) => sum + (kind === 'deposit' ? amount : -amount), 0n)
    if (posted !== due) findings.push(`${playerId} has ${posted} ${asset}, and ${due} are due`)
  }
  for (const [id, { number, status, steps }] of told) {
    const order = orders.find((one) => one.id === id)
    const isTrue = order && (order.version > steps.length || order.status === status)
    if (!isTrue) findings.push(`${number} was reported to be ${status}, and is ${order?.status ?? 'gone'}`)
  }
  return findings
}

const findingsIn = async (sql: Sql, customers: readonly Customer[]): Promise<string[]> => {
  const { findings } = await checkLedger(sql)
  for (const customer of customers) findings.push(...(await findingsOf(sql, customer)))
  return findings
}

/** Deposits and withdraws for as long as it is wanted. */
const trade = async (customer: Customer, random: () => number, isOver: () => boolean) => {
  const amount = () => 100 + Math.floor(random() * 300)
  const how = () => (random() < 0.7 ? 'approve' : 'reject')
  while (!isOver()) {
    if (random() < 0.4) await customer.depositByCheckout(amount())
    else await customer.depositByHand(amount(), how())
    const wanted = amount()
    if ((await customer.available()) >= wanted) await customer.withdraw(wanted, how())
  }
}

/** Kills as often as wanted; the answer is how many strikes met which step. */
const killAll = async (server: Server, place: Place, customers: readonly Customer[]) => {
  let over = false
  const traded = Promise.all(
    customers.map((customer, number) => trade(customer, seededRandom(60 + number), () => over)),
  )
  const strikes = join(server.dataDir, 'strikes')
  const struck = new Map<string, number>()
  for (let kill = 1; kill <= kills; kill += 1) {
    await writeFile(strikes, '')
    await Promise.race([server.ended(), traded])
    const [step = ''] = (await readFile(strikes, 'utf8')).split('\n')
    expect(step).toMatch(/^\w+ (unsent|at-the-answer)$/)
    struck.set(step, (struck.get(step) ?? 0) + 1)
    await inDatabase(place, async (sql) => {
      expect(await findingsIn(sql, customers), `kill ${kill}, ${step}`).toEqual([])
      // A code a minute would be too few of them.
      await sql.query('delete from counted')
      // A payment password whose comparing was cut off counts as a wrong one: five kills would lock it for a day.
      await sql.query('update login_account set payment_failures = 0 where payment_locked_until is null')
    })
    await rm(strikes)
    await server.kill()
    await server.start()
  }
  over = true
  await traded
  return Object.fromEntries([...struck].sort(([a], [b]) => (a < b ? -1 : 1)))
}

onBothDatabases((name, open) =>
  describe(name, () => {
    it(`credits nothing twice and loses nothing over ${kills} kills between the steps of orders`, {
      timeout: 7_200_000,
    }, async () => {
      const { env, place } = await open()
      const server = await startServer({ ...settings, ...env })
      try {
        const [one, other] = await hireStaff(server, ['finance', 'finance'])
        if (!one || !other) return expect.fail('no staff were added')
        // Who approves an account's deposits approves none of its withdrawals.
        const desks = {
          deposits: await openDesk(server.url, one),
          withdrawals: await openDesk(server.url, other),
        }
        const customers: Customer[] = []
        for (let number = 1; number <= people; number += 1) {
          const deviceId = seededHex(seededRandom(number), 16)
          const contact = `customer${number}@home.example`
          customers.push(await newCustomer(server.url, { contact, deviceId, desks }))
        }
        const struck = await killAll(server, place(server), customers)
        expect(await server.stop()).toBe(0)
        await inDatabase(place(server), async (sql) => {
          expect(await findingsIn(sql, customers)).toEqual([])
          const { count } = await sql.query('select from wallet_order where ended_at is null')
          expect(count).toBe(0)
        })
        const orders = customers.flatMap(({ told }) => [...told.values()])
        console.log(`${name}: ${kills} kills, ${orders.length} orders, all as told; struck:`, struck)
      } finally {
        await server.kill()
        await server.remove()
      }
    })
  }),
)
