import { expect, it } from 'vitest'
import type { Sql } from '../../../db/index.ts'
import { checkLedger } from '../../../ledger/index.ts'
import { expireDeposits } from '../../orders/expiry.ts'
import { describeCheckouts, openCheckouts } from '../testing.ts'
import { decide, readPayment } from './sandbox-payment.ts'

/** How often the sandbox tells what it owes, in milliseconds. */
const everyMs = 5_000

describeCheckouts('what the sandbox owes the platform', (at) => {
  /** The button was pressed, and the program killed before anything came of it. */
  const pressedAndKilled = async (status: 'paid' | 'declined' = 'paid') => {
    const order = await at.openWindow()
    await decide(at.db, {
      reference: order.reference,
      status,
      eventId: `event of ${order.number}`,
      at: at.clock.now(),
    })
    return order
  }
  const isNotified = async (reference: string) => (await readPayment(at.db, reference))?.isNotified
  /** A program that starts on the same database, `ms` later, and stops again. */
  const startAgain = async (ms = 0) => {
    const clock = { ...at.clock, now: () => at.clock.now() + ms }
    const again = await openCheckouts(at.db, { clock })
    await again.close()
  }

  it('is reported when it starts again, also when the order’s time was over in the meantime', async () => {
    const before = await at.coins()
    for (const ms of [0, 86_400_000]) {
      const { id, reference } = await pressedAndKilled()
      await startAgain(ms)
      expect((await at.statusesOf(id)).at(-1)).toBe('completed by provider sandbox')
      expect(await isNotified(reference)).toBe(true)
    }
    expect(await at.coins()).toBe(before + 2_000)
  })

  it('is reported before the order expires', async () => {
    const { id } = await pressedAndKilled()
    const clock = { ...at.clock, now: () => at.clock.now() + 86_400_000 }
    const again = await openCheckouts(at.db, { clock })
    await expireDeposits(again.world)
    await again.close()
    expect((await at.statusesOf(id)).at(-1)).toBe('completed by provider sandbox')
  })

  it.each([0, 400, 60_000])(
    'has no effect again where it was reported and not noted, %s ms later',
    async (ms) => {
      const before = await at.coins()
      const { id, url, reference } = await at.openWindow()
      await at.press(url, 'pay')
      // Killed between the commit of the credit and the note.
      await at.db.query('update sandbox_checkout set told_at = null where reference = $1', [reference])
      await startAgain(ms)
      expect(await isNotified(reference)).toBe(true)
      expect(await at.coins()).toBe(before + 1_000)
      expect(await at.statusesOf(id)).toHaveLength(4)
      expect((await checkLedger(at.db)).findings).toEqual([])
    },
  )

  it('is reported by the clock where it could not be told at once', async () => {
    const { id, reference } = await pressedAndKilled('declined')
    await at.clock.advance(everyMs)
    await expect.poll(() => isNotified(reference)).toBe(true)
    expect((await at.statusesOf(id)).at(-1)).toBe('failed by provider sandbox')
  })

  it('stays owed while it can’t be taken, and the page says so', async () => {
    const { id, url, reference } = await at.openWindow()
    let failing = false
    const world = {
      db: {
        ...at.db,
        query: at.db.query.bind(at.db),
        transaction: <T>(run: (tx: Sql) => Promise<T>) =>
          failing ? Promise.reject<T>(new Error('no database')) : at.db.transaction(run),
      },
    }
    const again = await openCheckouts(at.db, world)
    try {
      failing = true
      expect(await again.press(url, 'pay')).toContain('will be notified in a moment')
      expect(await isNotified(reference)).toBe(false)
      expect(await at.statusesOf(id)).toHaveLength(1)
      failing = false
      await again.clock.advance(everyMs)
      await expect.poll(() => isNotified(reference)).toBe(true)
      expect(await at.statusesOf(id)).toHaveLength(4)
    } finally {
      await again.close()
    }
  })
})
