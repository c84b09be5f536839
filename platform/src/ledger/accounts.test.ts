import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { callAll, type Database, refusalOf } from '../db/index.ts'
import { readMigrations } from '../db/migrations.ts'
import { describeDatabase, planOf, statementsOf } from '../db/testing.ts'
import { balanceOf, balancesOf, checkLedger, holdStake, post } from './index.ts'
import { fund, newPlayer, openMatch, player } from './testing.ts'

describeDatabase('the row of a balance', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })

  it('is all that a read touches, among many players with accounts in every asset', async () => {
    await db.query(
      `select make_accounts(array_fill('player'::text, array[count(*)::int]), array_agg(n::text), array_agg(asset))
       from generate_series(1, 2000) n, unnest(array['coin', 'promo', 'trial']) asset`,
    )
    await db.query('analyze player_balance')
    const [only, ...others] = await statementsOf(db, (sql) => balanceOf(sql, '777'))
    expect(others).toEqual([])
    const plan = only && (await planOf(db, only))
    expect(plan).toMatchObject({
      'Node Type': 'Index Scan',
      'Index Name': 'player_balance_pkey',
      'Actual Rows': 1,
      'Actual Loops': 1,
      'Rows Removed by Index Recheck': 0,
    })
    expect(plan).not.toHaveProperty('Plans')
    expect(plan).not.toHaveProperty('Rows Removed by Filter')
  })

  it.each([
    ['update player_balance set coin = coin + 1', 'a balance follows its accounts'],
    ['update player_balance set version = version + 1', 'a balance follows its accounts'],
    [`insert into player_balance (player_id) values ('no one')`, 'a balance follows its accounts'],
    ['delete from player_balance', 'a balance follows its accounts'],
    ['truncate player_balance', 'a balance follows its accounts'],
    [
      `insert into account (kind, owner, asset, posted) values ('player', 'no one', 'coin', 5)`,
      'may not change like this',
    ],
  ])('can’t be written but by its accounts: %s', async (statement, refusal) => {
    const anna = await newPlayer(db, 'coin', 10n)
    await expect(db.query(statement)).rejects.toThrow(refusal)
    expect(await balanceOf(db, anna)).toMatchObject({ coin: '10', version: 1 })
  })

  it('bears changes in all assets at once, in any order of players, and counts each of them', async () => {
    const players = [randomUUID(), randomUUID(), randomUUID()] as const
    const assets = ['coin', 'promo', 'trial'] as const
    for (const playerId of players) for (const asset of assets) await fund(db, playerId, asset, 100n)
    const turns = Array.from({ length: 45 }, (_, number) => number)
    await Promise.all(
      turns.map(async (number) => {
        const asset = assets[number % 3] ?? 'coin'
        const from = players[number % 2 === 0 ? number % 3 : (number + 1) % 3] ?? players[0]
        const to = players[number % 2 === 0 ? (number + 1) % 3 : number % 3] ?? players[0]
        // No transaction around it, so that a deadlock would be seen and not tried again.
        const answer = await post(db, {
          kind: 'gift',
          idempotency: { scope: 'test', key: `gift ${from} ${number}` },
          ref: { type: 'test', id: `${from} ${number}`, step: 'given' },
          actor: from,
          entries: [
            { account: { kind: 'player', owner: from, asset }, amount: -1n },
            { account: { kind: 'player', owner: to, asset }, amount: 1n },
          ],
        }).catch((error: unknown) => refusalOf(error) ?? error)
        expect(answer).toMatchObject({ ok: true })
      }),
    )
    const balances = await balancesOf(db, players)
    expect(balances.reduce((sum, { version }) => sum + version, 0)).toBe(9 + 2 * turns.length)
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  })

  describe('in a database from before it', () => {
    it('is made of the accounts, and its version goes on from theirs', async () => {
      const migrations = await readMigrations()
      const own = migrations.findIndex(({ name }) => name.endsWith('one_row_a_balance'))
      const undo = new Error('undo')
      const seen: unknown[] = []
      await expect(
        db.transaction(async (tx) => {
          await tx.query('create schema earlier; set local search_path = earlier')
          for (const { sql } of migrations.slice(0, own)) await tx.query(sql)
          await tx.query(
            `insert into account (kind, owner, asset, posted, held, version) values
             ('player', 'anna', 'coin', 70, 20, 5), ('player', 'anna', 'promo', 9, 0, 1), ('player', 'ben', 'trial', 3, 3, 2),
             ('house', 'rake', 'coin', -70, 0, 4)`,
          )
          await tx.query(migrations[own]?.sql ?? '')
          seen.push(await balancesOf(tx, ['anna', 'ben', 'rake']))
          await tx.query(
            `update account set held = 0, version = version + 1 where owner = 'anna' and asset = 'coin'`,
          )
          seen.push(await balanceOf(tx, 'anna'))
          throw undo
        }),
      ).rejects.toBe(undo)
      const none = { coin: '0', promo: '0', trial: '0' }
      expect(seen).toEqual([
        [
          { version: 6, ...none, coin: '50', promo: '9', held: { ...none, coin: '20' } },
          { version: 2, ...none, held: { ...none, trial: '3' } },
          { version: 0, ...none, held: none },
        ],
        { version: 7, ...none, coin: '70', promo: '9', held: none },
      ])
    })
  })
})

describeDatabase('balances', (open) => {
  it('of several players are read at once, in the order asked, also of one without an account', async () => {
    const db = await open()
    const [anna, ben, noOne] = [
      await newPlayer(db, 'coin', 70n),
      await newPlayer(db, 'trial', 30n),
      randomUUID(),
    ]
    await fund(db, anna, 'promo', 5n)
    const matchId = await openMatch(db, 'coin')
    await callAll(db, [holdStake({ matchId, party: player(anna), asset: 'coin', amount: 20n })])
    const none = { coin: '0', promo: '0', trial: '0' }
    expect(await balancesOf(db, [ben, noOne, anna, ben])).toEqual([
      { version: 1, ...none, trial: '30', held: none },
      { version: 0, ...none, held: none },
      { version: 3, ...none, coin: '50', promo: '5', held: { ...none, coin: '20' } },
      { version: 1, ...none, trial: '30', held: none },
    ])
    expect(await balanceOf(db, anna)).toEqual((await balancesOf(db, [anna]))[0])
  })
})
