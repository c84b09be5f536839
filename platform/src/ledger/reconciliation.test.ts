import { beforeAll, expect, it } from 'vitest'
import { callAll, type Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { checkLedger, payOut } from './index.ts'
import { fund, newPlayer, player, seatedMatch, setPhase, startedMatch } from './testing.ts'
import { findingsAfter } from './testing-tampering.ts'

describeDatabase('the reconciliation', (open) => {
  let db: Database
  let anna: string
  beforeAll(async () => {
    db = await open()
    anna = await newPlayer(db, 'coin', 1_000n)
    await fund(db, anna, 'promo', 50n)
    await seatedMatch(db)
    await startedMatch(db)
    const settled = await startedMatch(db)
    await db.transaction(async (tx) => {
      const payouts = [{ party: player(settled.anna), amount: 290n }]
      await callAll(tx, [
        payOut({ matchId: settled.matchId, step: 'settled', asset: 'trial', payouts, rake: 10n }),
      ])
      await setPhase(tx, settled.matchId, 'settled')
    })
  })

  it('finds nothing in a ledger that is right', async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  it.each<[string, string[], RegExp]>([
    [
      'an entry that was changed',
      [`update entry set amount = amount + 1 where amount = 1000`],
      /its entries sum to 1 coin/,
    ],
    [
      'a balance that was changed',
      [`update account set posted = posted + 1 where asset = 'coin' and kind = 'player'`],
      /1001 posted, but its entries sum to 1000/,
    ],
    [
      'coins out of nothing',
      [
        `update account set posted = posted + 7, version = version + 1 where kind = 'player' and asset = 'coin'`,
        `insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
         values ('00000000-0000-7000-8000-000000000001', 'x', 'x', 'x', '', 'x', 'x', 'x', 'x')`,
        `insert into entry select '00000000-0000-7000-8000-000000000001', id, 'coin', 7, posted, version
         from account where kind = 'player' and asset = 'coin'`,
      ],
      /withdrawable coins: players, matches and arenas have 1007, channels and house account for 1000/,
    ],
    [
      'a hold without coins behind it',
      [`update account set held = held - 1 where held = 100`],
      /99 held, but its open holds sum to 100/,
    ],
    [
      'a version without a step',
      [`update account set version = version + 1 where asset = 'promo'`],
      /version 2, but its history has 1 steps up to 1/,
    ],
    [
      'a running balance that is wrong',
      [`update entry set balance_after = 3 where amount = 1000`],
      /says 3 after it, but they sum to 1000/,
    ],
    [
      'a transfer without entries',
      [`delete from entry where transfer_id in (select id from transfer where kind = 'settled')`],
      /posted, yet it has 0 entries/,
    ],
    [
      'a stake that outlived its match',
      [`update match set phase = 'settled' where phase = 'gathering'`],
      /still open, but match \w+ is settled/,
    ],
    [
      'an escrow that outlived its match',
      [`update match set phase = 'voided' where phase = 'playing'`],
      /holds 300 of match \w+, which is voided/,
    ],
    [
      'a match that plays for nothing',
      [`update match set phase = 'playing' where phase = 'gathering'`],
      /playing, but it has no escrow/,
    ],
    [
      'a pot of other coins',
      [`update match set asset = 'coin' where phase = 'playing'`],
      /its stakes are in trial, but it is played in coin/,
    ],
    [
      'a capture of another amount',
      [
        `update hold set amount = 99 where id = (select hold_id from hold_resolution where outcome = 'captured' limit 1)`,
      ],
      /were captured by transfer \S+, which took 100/,
    ],
    [
      'bonus coins that left by a channel',
      [`update account set kind = 'payout:bank' where kind = 'promo'`],
      /promo coins went through payout:bank/,
    ],
    [
      'a balance that is shown differently from its accounts',
      [`update player_balance set promo = promo + 1 where promo = 50`],
      /balance of player \S+: \(1000,51,0,0,0,0,2\) is shown, and its accounts make \(1000,50,0,0,0,0,2\)/,
    ],
    [
      'a player without a balance',
      [`delete from player_balance where promo = 50`],
      /balance of player \S+: nothing is shown, and its accounts make \(1000,/,
    ],
  ])('finds %s', async (_what, tampering, finding) => {
    expect((await findingsAfter(db, tampering)).join('\n')).toMatch(finding)
  })
})
