import { randomBytes, randomUUID } from 'node:crypto'
import { isEnded, type OrderStatus, orderMoves } from '@minefall/shared/payments'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { fund } from '../../ledger/testing-fund.ts'
import { moveOrder } from './move-order.ts'
import { readOrder } from './order-row.ts'
import type { NewOrder } from './place-order.ts'
import { completeDeposit, completeWithdrawal, failDeposit, rejectWithdrawal } from './settle-order.ts'
import { newAccount, placeTestOrder } from './testing.ts'

const at = Date.UTC(2026, 0, 2)
const by = { kind: 'staff', id: randomUUID() } as const

describeDatabase('orders', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })

  const place = (kind: NewOrder['kind'], given: Partial<NewOrder> = {}) =>
    db.transaction((tx) => placeTestOrder(tx, kind, { at, ...given }))
  const placed = async (...given: Parameters<typeof place>) =>
    (await place(...given)) ?? expect.fail('not placed')
  const events = async (id: string) =>
    (await db.query('select status from wallet_order_event where order_id = $1 order by nth', [id])).rows.map(
      ({ status }) => status,
    )

  it('credit a deposit once it completed, with every step told', async () => {
    const order = await placed('deposit')
    let now = await moveOrder(db, order, { to: 'paid', by: { kind: 'player', id: order.playerId }, at })
    now = await moveOrder(db, now, { to: 'reviewing', by, at })
    const done = await db.transaction((tx) =>
      completeDeposit(tx, now, { by, at: at + 5, reference: randomUUID() }),
    )
    expect(done).toMatchObject({ status: 'completed', endedAt: at + 5, version: 4 })
    expect(await events(order.id)).toEqual(['submitted', 'paid', 'reviewing', 'completed'])
    expect(await balanceOf(db, order.playerId)).toMatchObject({ coin: '1000' })
    await expect(
      db.transaction((tx) => completeDeposit(tx, now, { by, at, reference: randomUUID() })),
    ).rejects.toThrow('was not locked')
    expect(await balanceOf(db, order.playerId)).toMatchObject({ coin: '1000' })
  })

  it('hold a withdrawal, and pay it out or give it back', async () => {
    const playerId = await newAccount(db)
    await fund(db, playerId, 'coin', 3_000n)
    const [out, back] = [await placed('withdrawal', { playerId }), await placed('withdrawal', { playerId })]
    expect(await balanceOf(db, playerId)).toMatchObject({ coin: '1000', held: { coin: '2000' } })
    await db.transaction((tx) => completeWithdrawal(tx, out, { by, at, reference: randomUUID() }))
    await db.transaction((tx) =>
      rejectWithdrawal(tx, back, { by, at, reason: { code: 'refused', text: 'No' } }),
    )
    expect(await balanceOf(db, playerId)).toMatchObject({ coin: '2000', held: { coin: '0' } })
    const { rows } = await db.query(
      `select a.kind, e.amount from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id
       where t.ref_id = $1 order by e.amount`,
      [out.id],
    )
    expect(rows).toEqual([
      { kind: 'player', amount: -1_000n },
      { kind: 'house', amount: 10n },
      { kind: 'payout:alipay', amount: 990n },
    ])
    expect(await events(back.id)).toEqual(['pending', 'rejected'])
    expect((await checkLedger(db)).findings).toEqual([])
  })

  it('hold nothing that is not there', async () => {
    await expect(place('withdrawal')).rejects.toMatchObject({ message: 'not-enough-coins' })
  })

  it('are placed once for each request', async () => {
    const playerId = await newAccount(db)
    const request = { key: randomUUID(), hash: randomBytes(32) }
    const all = await Promise.all(Array.from({ length: 20 }, () => place('deposit', { playerId, request })))
    expect(all.filter((one) => one !== null)).toHaveLength(1)
  })

  it('move along the lines of their kind alone, which the database holds them to as well', async () => {
    for (const kind of ['deposit', 'withdrawal'] as const) {
      const moves: Readonly<Record<string, readonly OrderStatus[]>> = orderMoves[kind]
      const playerId = await newAccount(db)
      await fund(db, playerId, 'coin', 100_000n)
      const set = (id: string, to: string) =>
        db.query(
          `update wallet_order set status = $2, version = version + 1, ended_at = $3, reason = $4 where id = $1`,
          [
            id,
            to,
            isEnded(to) ? new Date(at) : null,
            to === 'failed' || to === 'rejected' ? 'refused' : null,
          ],
        )
      const reviewed = kind === 'deposit' ? ['paid', 'reviewing'] : []
      const paths: Readonly<Record<string, string[]>> = {
        ...{ submitted: [], pending: [], paid: ['paid'], reviewing: reviewed },
        ...{ completed: [...reviewed, 'completed'], failed: ['failed'], rejected: ['rejected'] },
      }
      for (const [from, reached] of Object.entries(moves))
        for (const to of Object.keys(moves)) {
          const order = await placed(kind, { playerId })
          for (const step of paths[from] ?? expect.fail(from)) await set(order.id, step)
          const move = set(order.id, to)
          const isAllowed = reached.some((one) => one === to)
          if (isAllowed) await move
          else await expect(move, `${from} → ${to}`).rejects.toThrow()
        }
    }
  })

  it('fail without a coin moving', async () => {
    const order = await placed('deposit')
    const failed = await db.transaction((tx) =>
      failDeposit(tx, order, { by: { kind: 'clock' }, at, reason: { code: 'expired', text: null } }),
    )
    expect(failed).toMatchObject({ status: 'failed', reason: 'expired' })
    expect(await balanceOf(db, order.playerId)).toMatchObject({ coin: '0' })
    expect((await readOrder(db, order.id))?.status).toBe('failed')
  })
})
