import { afterEach, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, callAll, type Database, type Lane, refusalOf } from '../db/index.ts'
import { describeDatabases } from '../db/testing.ts'
import { balanceOf, captureStakes, checkLedger, holdStake, payOut, post, releaseStakes } from './index.ts'
import { newPlayer, openMatch, player, setPhase } from './testing.ts'
import { brokenInvariants, readSnapshot } from './testing-invariants.ts'

const stepSchema = z.object({ version: z.bigint(), posted: z.bigint(), held: z.bigint() })

/** What a player had available after each step of their history. */
const availableThroughout = async (db: Lane, playerId: string): Promise<bigint[]> => {
  const { rows } = await db.query(
    `with own as (select id from account where kind = 'player' and owner = $1 and asset = 'coin')
     select version, sum(posted)::bigint as posted, sum(held)::bigint as held from (
       select account_version as version, amount as posted, 0 as held from entry where account_id in (select id from own)
       union all
       select account_version, 0, amount from hold where account_id in (select id from own)
       union all
       select r.account_version, 0, -h.amount from hold_resolution r join hold h on h.id = r.hold_id
       where h.account_id in (select id from own)
     ) step group by version order by version`,
    [playerId],
  )
  let available = 0n
  return stepSchema
    .array()
    .parse(rows)
    .map(({ posted, held }) => {
      available += posted - held
      return available
    })
}

describeDatabases('racing for the same coins', (open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterEach(async () => {
    expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
    expect(brokenInvariants(await readSnapshot(db))).toEqual([])
  })

  const hold = (matchId: string, owner: string, amount: bigint): Call =>
    holdStake({ matchId, party: player(owner), asset: 'coin', amount })
  /** Whether it came through; it fails for want of coins alone. */
  const tried = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        expect(refusalOf(error)).toBe('not-enough-coins')
        return false
      },
    )
  const begin = (matchId: string) =>
    db.transaction(async (tx) => {
      await callAll(tx, [captureStakes({ matchId, asset: 'coin' })])
      await setPhase(tx, matchId, 'playing')
    })
  const settle = (matchId: string, winner: string, amount: bigint) =>
    db.transaction(async (tx) => {
      const payouts = [{ party: player(winner), amount }]
      await callAll(tx, [payOut({ matchId, step: 'settled', asset: 'coin', payouts, rake: 0n })])
      await setPhase(tx, matchId, 'settled')
    })
  const give = async (from: string, to: string, key: string) => {
    const { ok } = await db.transaction((tx) =>
      post(tx, {
        kind: 'gift',
        idempotency: { scope: `gift/${from}`, key },
        ref: { type: 'test', id: `${from}/${key}`, step: 'given' },
        actor: from,
        entries: [
          { account: { kind: 'player', owner: from, asset: 'coin' }, amount: -30n },
          { account: { kind: 'player', owner: to, asset: 'coin' }, amount: 30n },
        ],
      }),
    )
    return ok
  }

  it('50 equal stakes at once have one effect', async () => {
    const owner = await newPlayer(db, 'coin', 1_000n)
    const matchId = await openMatch(db, 'coin')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        callAll(db, [hold(matchId, owner, 10n)]).then(
          () => 'held',
          (error: unknown) => String(error),
        ),
      ),
    )
    const [held, ...refused] = answers.toSorted((a, b) => Number(b === 'held') - Number(a === 'held'))
    expect(held).toBe('held')
    for (const answer of refused) expect(answer).toContain('holds a stake for match')
    expect(await balanceOf(db, owner)).toMatchObject({ version: 2, coin: '990', held: { coin: '10' } })
  })

  it('stakes, releases, starts, settlements and transfers never overdraw', async () => {
    for (let round = 0; round < 5; round++) {
      const [anna, ben, cleo] = [
        await newPlayer(db, 'coin', 100n),
        await newPlayer(db, 'coin', 100n),
        await newPlayer(db, 'coin', 100n),
      ]
      const ids = await Promise.all(Array.from({ length: 7 }, () => openMatch(db, 'coin')))
      const [played = '', left = '', starting = '', ...others] = ids
      for (const owner of [anna, ben]) {
        await callAll(db, [hold(played, owner, 30n), hold(left, owner, 40n), hold(starting, owner, 10n)])
      }
      await begin(played)
      // Each has 20 now and 60 when the stakes are released; Anna 120 with the pot. There are six wishes for 30 each.
      const wishes = [anna, ben].flatMap((owner) => [
        ...others.map((matchId) => ({ owner, ask: () => tried(callAll(db, [hold(matchId, owner, 30n)])) })),
        ...['a', 'b'].map((key) => ({ owner, ask: () => give(owner, cleo, `${round}${key}`) })),
      ])
      const [granted] = await Promise.all([
        Promise.all(wishes.map(async ({ owner, ask }) => ({ owner, ok: await ask() }))),
        settle(played, anna, 60n),
        settle(played, anna, 60n),
        callAll(db, [releaseStakes({ matchId: left, parties: [player(anna)] })]),
        callAll(db, [releaseStakes({ matchId: left })]),
        callAll(db, [releaseStakes({ matchId: left })]),
        begin(starting),
      ])
      const grantedTo = (who: string) => BigInt(granted.filter(({ owner, ok }) => ok && owner === who).length)
      for (const [who, most] of [
        [anna, 120n],
        [ben, 60n],
      ] as const) {
        const { coin } = await balanceOf(db, who)
        expect([who, coin]).toEqual([who, String(most - 30n * grantedTo(who))])
        const available = await availableThroughout(db, who)
        expect(available.filter((coins) => coins < 0n)).toEqual([])
        expect(available.at(-1)).toBe(BigInt(coin))
      }
    }
  })
})
