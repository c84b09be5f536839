import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Call, callAll, type Database, type Sql } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { captureStakes, holdStake, releaseStakes } from './index.ts'
import { newPlayer, openMatch, player, potOf } from './testing.ts'

const readSchema = z.object({ hold: z.coerce.number(), hold_resolution: z.coerce.number() })

/** How many rows of each this transaction has read so far. */
const readSoFar = async (tx: Sql) => {
  const { rows } = await tx.query(
    `select json_object_agg(relname, seq_tup_read + coalesce(idx_tup_fetch, 0)) as read
     from pg_stat_xact_user_tables where relname in ('hold', 'hold_resolution')`,
  )
  return readSchema.parse(rows[0]?.read)
}

/** How many rows a call reads, by indexes as it does where there are many matches. */
const readBy = (db: Database, call: Call) =>
  db.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off')
    const before = await readSoFar(tx)
    await callAll(tx, [call])
    const after = await readSoFar(tx)
    return {
      holds: after.hold - before.hold,
      resolutions: after.hold_resolution - before.hold_resolution,
    }
  })

/** A match at which one player has sat and left so often, and what each call reads there. */
const readAfter = async (db: Database, times: number) => {
  const matchId = await openMatch(db, 'trial')
  const [anna, ben] = [player(await newPlayer(db, 'trial', 100n)), player(await newPlayer(db, 'trial', 100n))]
  await db.query(
    `with made as (
       insert into hold (id, account_id, amount, purpose, ref, nth, account_version)
       select gen_random_uuid(), a.id, 100, 'stake', $1, nth, 0
       from account a, generate_series(1, $3) as nth where a.owner = $2 and a.asset = 'trial'
       returning id)
     insert into hold_resolution (hold_id, outcome, account_version) select id, 'released', 0 from made`,
    [matchId, anna.owner, times],
  )
  for (const table of ['hold', 'hold_resolution']) await db.query(`analyze ${table}`)
  const sit = (party: typeof anna) => holdStake({ matchId, party, asset: 'trial', amount: 100n })
  const leave = releaseStakes({ matchId, parties: [anna] })
  const read = { sit: await readBy(db, sit(anna)), leave: await readBy(db, leave) }
  await callAll(db, [sit(anna)])
  await callAll(db, [sit(ben)])
  const end = await readBy(db, releaseStakes({ matchId }))
  await callAll(db, [sit(anna)])
  await callAll(db, [sit(ben)])
  const start = await readBy(db, captureStakes({ matchId, asset: 'trial' }))
  return { ...read, start, end, pot: await potOf(db, matchId) }
}

describeDatabase('a match whose seats were left again and again', (open) => {
  it('costs no more to sit at and to leave, and its end reads each hold once', async () => {
    const db = await open()
    const { sit, leave, start, end, pot } = await readAfter(db, 5_000)
    for (const { holds, resolutions } of [sit, leave]) expect(holds + resolutions).toBeLessThan(20)
    for (const { holds, resolutions } of [start, end]) {
      expect(holds).toBeLessThan(5_050)
      expect(resolutions).toBeLessThan(20)
    }
    expect(pot).toBe(200n)
  })
})
