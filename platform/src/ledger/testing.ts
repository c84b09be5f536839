import { randomBytes, randomUUID } from 'node:crypto'
import type { Asset } from '@minefall/shared/game'
import { expect } from 'vitest'
import { callAll, type Database, type Sql } from '../db/index.ts'
import type { Party } from './accounts.ts'
import { captureStakes, holdStake } from './holds.ts'
import { fund } from './testing-fund.ts'

export { fund }

export const newMatchId = (): string => randomBytes(16).toString('hex')

/** A match's row, which the reconciliation compares holds and escrows with. */
export const openMatch = async (sql: Sql, asset: Asset, matchId = newMatchId()): Promise<string> => {
  await sql.query(
    `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit)
     values ($1, 0, 'mines-trial', $2, 100, 5, '{}', '00')`,
    [matchId, asset],
  )
  return matchId
}

export const setPhase = async (sql: Sql, matchId: string, phase: string): Promise<void> => {
  await sql.query('update match set phase = $2 where id = $1', [matchId, phase])
}

/** A player with coins, out of a deposit, a gift or the trial source. */
export const newPlayer = async (sql: Sql, asset: Asset, amount: bigint): Promise<string> => {
  const playerId = randomUUID()
  await fund(sql, playerId, asset, amount)
  return playerId
}

/** Everything the ledger holds, to show that a refused operation changed nothing. Accounts without a history are none. */
export const ledgerPrint = async (sql: Sql): Promise<unknown> => {
  const { rows } = await sql.query(
    `select (select json_agg(a order by a.id) from account a where version > 0)::text as accounts,
            (select count(*) from transfer where outcome = 'posted') as transfers, (select count(*) from entry) as entries,
            (select count(*) from hold) as holds, (select count(*) from hold_resolution) as resolutions`,
  )
  return rows
}

export const player = (owner: string): Party => ({ kind: 'player', owner })
export const practice: Party = { kind: 'house', owner: 'practice' }

/** Expects the work to be refused, and everything to be as it was before. */
export const refusedWithoutTrace = async (
  db: Database,
  work: (tx: Sql) => Promise<unknown>,
  message: RegExp | string,
): Promise<void> => {
  const before = await ledgerPrint(db)
  await expect(db.transaction(work)).rejects.toThrow(message)
  expect(await ledgerPrint(db)).toEqual(before)
}

/** Three seats with stakes of 100 held: Anna of 150, Ben of 100 and a practice opponent. */
export const seatedMatch = async (db: Database) => {
  const matchId = await openMatch(db, 'trial')
  const [anna, ben] = [await newPlayer(db, 'trial', 150n), await newPlayer(db, 'trial', 100n)]
  for (const party of [player(anna), player(ben), practice]) {
    await db.transaction((tx) => callAll(tx, [holdStake({ matchId, party, asset: 'trial', amount: 100n })]))
  }
  return { matchId, anna, ben }
}

/** What is in the match's escrow. */
export const potOf = async (sql: Sql, matchId: string): Promise<unknown> => {
  const { rows } = await sql.query(`select posted from account where kind = 'match' and owner = $1`, [
    matchId,
  ])
  return rows[0]?.posted
}

/** The same match with its pot of 300. */
export const startedMatch = async (db: Database) => {
  const match = await seatedMatch(db)
  await db.transaction(async (tx) => {
    await setPhase(tx, match.matchId, 'playing')
    await callAll(tx, [captureStakes({ matchId: match.matchId, asset: 'trial' })])
  })
  return { ...match, pot: await potOf(db, match.matchId) }
}
