import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { receiveGift } from '../rewards/gifts/receive.ts'
import { openRewards } from '../rewards/testing.ts'
import { checkLedger } from './index.ts'
import { findingsAfter } from './testing-tampering.ts'

describeDatabase('the reconciliation of rewards', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
    const at = await openRewards(db)
    const [anna, inviter] = [await at.somebody(), await at.somebody()]
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
      'progress that nobody played for',
      [`update player_progress set matches = matches + 1, staked = staked + 5 where matches = 3`],
      /progress of player \S+: 4 matches, 3005 staked, and the seats that count make 3 matches, 3000 staked/,
    ],
  ])('finds %s', async (_what, tampering, finding) => {
    expect(await findingsAfter(db, tampering)).toEqual(
      expect.arrayContaining([expect.stringMatching(finding)]),
    )
  })
})
