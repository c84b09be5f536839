import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { checkLedger, openDatabase } from '@minefall/platform'
import { depositPreviewSchema } from '@minefall/shared/contracts/rest'
import { silentLogger } from '@minefall/shared/node'
import { seededRandom } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bearer, get, manyFromOneAddress, posted, signInByCode } from '../harness/accounts.ts'
import { startServer } from '../harness/server.ts'

const kills = Number(process.env.CHECKOUT_KILLS ?? 20)
/** Every other kill comes within this time from the press, the others as soon as the page says that it was taken. */
const strikeWithinMs = 25

const orderSchema = z.object({ id: z.uuid(), status: z.string(), steps: z.array(z.unknown()) })
const windowSchema = z.object({ url: z.string() })
const balanceSchema = z.object({ promo: z.string() })

it(`credits a payment once, however the server is killed between the button and the coins, ${kills} times`, {
  timeout: 3_600_000,
}, async () => {
  const server = await startServer({ ...manyFromOneAddress, WITHDRAW_HOLDOFF_HOURS: '0', WELCOME_COINS: '0' })
  try {
    const random = seededRandom(6)
    const { token } = await signInByCode(server.url, {
      contact: 'payer@home.example',
      deviceId: '0123456789abcdef'.repeat(2),
    })
    const headers = bearer(token)
    const call = (path: string, body: object = {}) => posted(server.url, `wallet/${path}`, body, { headers })
    const read = async (path: string) => (await get(server.url, `wallet/${path}`, headers)).data
    const press = (url: string) =>
      fetch(new URL(url, server.url), {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'choice=pay',
      })
    const isPressed = async (url: string) =>
      (await (await fetch(new URL(url, server.url))).text()).includes('<h1>Paid</h1>')

    const fates = { 'before the press': 0, 'after the press': 0 }
    for (let kill = 1; kill <= kills; kill += 1) {
      const asked = { method: 'checkout', currency: 'USD', amount: '100' }
      const { total, terms } = depositPreviewSchema.parse(await call('deposit/preview', asked))
      const { id } = orderSchema.parse(
        await call('deposit', { ...asked, total, accepted: terms, key: randomUUID() }),
      )
      const { url } = windowSchema.parse(await call(`orders/${id}/checkout`))
      const pressed = press(url).catch(() => null)
      if (kill % 2 === 1) await delay(random() * strikeWithinMs)
      else while (!(await isPressed(url))) await delay(1)
      await server.kill()
      await pressed
      await server.start()
      if (await isPressed(url)) fates['after the press'] += 1
      else {
        fates['before the press'] += 1
        expect(orderSchema.parse(await read(`orders/${id}`)).status).toBe('submitted')
        expect((await press(url)).status).toBe(303)
      }
      // Owed from before it is reported before the server is ready.
      const { status, steps } = orderSchema.parse(await read(`orders/${id}`))
      expect([status, steps.length], `kill ${kill}`).toEqual(['completed', 4])
      expect(balanceSchema.parse(await read('balance')).promo, `kill ${kill}`).toBe(String(kill * 100))
    }
    console.log(`${kills} kills`, fates)
    expect(fates['after the press']).toBeGreaterThanOrEqual(Math.floor(kills / 2))
    await server.stop()
    const db = await openDatabase({ folder: `${server.dataDir}/database`, log: silentLogger() })
    expect((await checkLedger(db)).findings).toEqual([])
    await db.close()
  } finally {
    await server.remove()
  }
})
