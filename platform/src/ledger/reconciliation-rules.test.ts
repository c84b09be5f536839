import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { receiveGift } from '../rewards/gifts/receive.ts'
import { openRewards } from '../rewards/testing.ts'
import { moveOrder } from '../wallet/orders/move-order.ts'
import { completeDeposit, completeWithdrawal, rejectWithdrawal } from '../wallet/orders/settle-order.ts'
import { newAccount, placeTestOrder } from '../wallet/orders/testing.ts'
import { checkLedger } from './index.ts'
import { fund } from './testing.ts'
import { findingsAfter } from './testing-tampering.ts'

describeDatabase('the reconciliation of orders', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    await newAccount(db)
    const playerId = await newAccount(db)
    await fund(db, playerId, 'coin', 10_000n)
    const by = { by: { kind: 'staff', id: randomUUID() }, at: 0 } as const
    const placed = async (kind: 'deposit' | 'withdrawal', amount: bigint) =>
      (await db.transaction((tx) => placeTestOrder(tx, kind, { playerId, amount }))) ??
      expect.fail('not placed')
    await placed('deposit', 100n)
    const paid = await moveOrder(db, await placed('deposit', 200n), { to: 'paid', ...by })
    const reviewing = await moveOrder(db, paid, { to: 'reviewing', ...by })
    await db.transaction((tx) => completeDeposit(tx, reviewing, { ...by, reference: 'a' }))
    await placed('withdrawal', 300n)
    const out = await placed('withdrawal', 400n)
    await db.transaction((tx) => completeWithdrawal(tx, out, { ...by, reference: 'b' }))
    const back = await placed('withdrawal', 500n)
    const reason = { code: 'refused', text: 'No' } as const
    await db.transaction((tx) => rejectWithdrawal(tx, back, { ...by, reason }))
  })

  it('finds nothing in orders that are right', async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  const order = (amount: number) => `(select id from wallet_order where amount = ${amount})`
  const end = (status: string, reason = 'null') =>
    `status = '${status}', version = version + 1, ended_at = now(), reason = ${reason}`
  /** An event more, so that nothing but the coins is wrong. */
  const told = (amount: number) =>
    `insert into wallet_order_event (order_id, nth, status, actor_kind, actor, at)
     select id, version, status, 'clock', 'clock', now() from wallet_order where amount = ${amount}`
  const player = `(select player_id::text from wallet_order where amount = 100)`
  /** A transfer of the player's coins, whole in itself. */
  const transfer = (type: string, ref: string, amount: number) => [
    `insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
     select '00000000-0000-7000-8000-000000000001', '${type}', 'x', 'x', '', '${type}', ${ref}, 'again', 'x'`,
    `update account set posted = posted + ${amount}, version = version + 1
     where kind = 'player' and owner = ${player} and asset = 'coin'`,
    `update account set posted = posted - ${amount}, version = version + 1 where kind = 'payin:alipay'`,
    `insert into entry
     select '00000000-0000-7000-8000-000000000001', id, asset, case kind when 'player' then ${amount} else -${amount} end,
       posted, version
     from account where kind = 'payin:alipay' or (kind = 'player' and owner = ${player} and asset = 'coin')`,
    `update player_balance set coin = coin + ${amount}, version = version + 1 where player_id = ${player}`,
  ]

  it.each<[string, string[], RegExp]>([
    [
      'a withdrawal that ended while its coins are held',
      [`update wallet_order set ${end('completed')} where amount = 300`, told(300)],
      /withdrawal W\S+: it is completed, so its hold should be 300 coin of \S+, captured, and is 300 coin of \S+, open/,
    ],
    [
      'a withdrawal that was rejected while its coins are held',
      [`update wallet_order set ${end('rejected', "'refused'")} where amount = 300`, told(300)],
      /withdrawal W\S+: it is rejected, so its hold should be 300 coin of \S+, released, and is 300 coin of \S+, open/,
    ],
    [
      'a withdrawal that holds another amount',
      [`update wallet_order set amount = 301 where amount = 300`],
      /withdrawal W\S+: it is pending, so its hold should be 301 coin of \S+, open, and is 300 coin of \S+, open/,
    ],
    [
      'a withdrawal without a hold',
      [`delete from hold where amount = 300`],
      /withdrawal W\S+: it is pending, so its hold should be 300 coin of \S+, open, and is none/,
    ],
    [
      'a hold without a withdrawal',
      [`update hold set ref = 'nothing' where amount = 300`],
      /withdrawal nothing: it is unknown, so its hold should be none, and is 300 coin of/,
    ],
    [
      'a hold of someone else’s coins',
      [
        `update wallet_order set player_id = (select player_id from login_account where player_id::text <> ${player} limit 1)
        where amount = 300`,
      ],
      /withdrawal W\S+: it is pending, so its hold should be 300 coin of (\S+), open, and is 300 coin of (?!\1)/,
    ],
    [
      'a hold for what no one knows',
      [`update hold set purpose = 'x' where amount = 300`],
      /hold \S+: of 300 for x, which no one knows/,
    ],
    [
      'a deposit that completed without a coin',
      [`update wallet_order set ${end('completed')} where amount = 100`, told(100)],
      /deposit D\S+: it is completed, so -100 coin payin:alipay CNY; 100 coin player \S+ should have moved by it, and there did nothing/,
    ],
    [
      'a deposit that was credited before it completed',
      transfer('deposit', `${order(100)}::text`, 100),
      /deposit D\S+: it is submitted, so nothing should have moved by it, and there did -100 coin payin:alipay CNY; 100 coin player/,
    ],
    [
      'a deposit that was credited twice',
      transfer('deposit', `${order(200)}::text`, 200),
      /deposit D\S+: it is completed, so -200 coin payin:alipay CNY; 200 coin player \S+ should have moved by it, and there did -200 coin payin:alipay CNY; -200/,
    ],
    [
      'a deposit of another amount than was credited',
      [`update wallet_order set amount = 201 where amount = 200`],
      /deposit D\S+: it is completed, so -201 coin .* should have moved by it, and there did -200 coin/,
    ],
    [
      'coins that came in by no order',
      transfer('deposit', `'nothing'`, 50),
      /deposit nothing: it is unknown, so nothing should have moved by it, and there did -50 coin/,
    ],
    [
      'coins that came in for something else',
      transfer('thanks', `'nothing'`, 50),
      /transfer \S+: it moved -50 coins of payin:alipay CNY for thanks nothing, which is no order/,
    ],
    [
      'a withdrawal with another fee than the house took',
      [`update wallet_order set fee_coins = 11 where amount = 400`],
      /withdrawal W\S+: it is completed, so 11 coin house fees; 389 coin payout:alipay CNY; -400 coin player \S+ should have moved by it, and there did 10 coin house fees; 390/,
    ],
    [
      'a withdrawal that went back to pending after it was paid out',
      [
        `delete from wallet_order_event where order_id = ${order(400)} and nth = 2`,
        `update wallet_order set status = 'pending', version = 1, ended_at = null where amount = 400`,
      ],
      /withdrawal W\S+: it is pending, so nothing should have moved by it, and there did 10 coin house fees/,
    ],
    [
      'an order with an event too few',
      [`delete from wallet_order_event where order_id = ${order(200)} and nth = 2`],
      /deposit D\S+: it is completed in version 4, and has 3 events, the last of which says completed/,
    ],
    [
      'an order without an event',
      [`delete from wallet_order_event where order_id = ${order(100)}`],
      /deposit D\S+: it is submitted in version 1, and has 0 events, the last of which says nothing/,
    ],
    [
      'an order whose last event says otherwise',
      [`update wallet_order_event set status = 'rejected' where order_id = ${order(400)} and nth = 2`],
      /withdrawal W\S+: it is completed in version 2, and has 2 events, the last of which says rejected/,
    ],
  ])('finds %s', async (_what, tampering, finding) => {
    expect((await findingsAfter(db, tampering)).join('\n')).toMatch(finding)
  })
})

describeDatabase('the reconciliation of rewards', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    const at = await openRewards(db)
    const [anna, inviter] = [await at.someone(), await at.someone()]
    await db.query('insert into referral (invited_id, inviter_id, joined_at) values ($1, $2, $3)', [
      anna,
      inviter,
      new Date(at.clock.now()),
    ])
    await at.playStrangers(anna, 3, { stake: 1_000n })
    for (const bonusType of ['daily', 'level-2', 'activity-daily-three'])
      expect(await receiveGift(at.world, anna, bonusType)).not.toHaveProperty('refused')
  })

  it('finds nothing in what was given and counted right', async () => {
    const { rows } = await db.query(
      `select (select count(*)::int from gift_claim) as gifts,
         (select count(*)::int from referral where status = 'earned') as invitations,
         (select count(*)::int from player_progress) as players`,
    )
    expect(rows).toEqual([{ gifts: 3, invitations: 1, players: 4 }])
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it.each<[string, string[], RegExp]>([
    [
      'a gift of another amount than was claimed',
      [`update gift_claim set amount = 11 where bonus_type = 'daily'`],
      /gift daily\/2026-03-02 of player \S+: 11 promo player \S+; -11 promo promo gifts should have moved by it, and there did 10 promo player/,
    ],
    [
      'a claim whose gift was never given',
      [
        `insert into gift_claim select player_id, 'weekly', '2026-W10', 50, transfer_id, at
         from gift_claim where bonus_type = 'daily'`,
      ],
      /gift weekly\/2026-W10 of player \S+: 50 promo \S+ \S+; -50 promo promo gifts should have moved by it, and there did nothing/,
    ],
    [
      'a gift without a claim',
      [`delete from gift_claim where bonus_type = 'level-2'`],
      /gift level-2\/once of player \S+: nothing should have moved by it, and there did 20 promo player/,
    ],
    [
      'a claim that names another transfer',
      [
        `update gift_claim set transfer_id = (select transfer_id from gift_claim where bonus_type = 'daily')
         where bonus_type = 'level-2'`,
      ],
      /gift level-2\/once of player \S+: its claim names transfer \S+, which is of gift \S+ daily\/2026-03-02/,
    ],
    [
      'an invitation that was refused and yet paid',
      [`update referral set status = 'refused', reason = 'barred', amount = null`],
      /invitation of player \S+: it is refused, so nothing should have moved by it, and there did 100 promo player/,
    ],
    [
      'progress that no one played for',
      [`update player_progress set matches = matches + 1, staked = staked + 5 where matches = 3`],
      /progress of player \S+: 4 matches, 3005 staked, and the seats that count make 3 matches, 3000 staked/,
    ],
  ])('finds %s', async (_what, tampering, finding) => {
    expect(await findingsAfter(db, tampering)).toEqual(
      expect.arrayContaining([expect.stringMatching(finding)]),
    )
  })
})
