import { randomBytes, randomUUID } from 'node:crypto'
import type { Asset } from '@minefall/shared/game'
import type { Sql } from '../db/index.ts'
import { post } from './posting.ts'

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

export const fund = async (sql: Sql, playerId: string, asset: Asset, amount: bigint): Promise<void> => {
  const sources = {
    coin: { kind: 'payin:bank', owner: 'bank' },
    promo: { kind: 'promo', owner: 'welcome' },
    trial: { kind: 'house', owner: 'trial' },
  } as const
  const key = randomUUID()
  const answer = await post(sql, {
    kind: 'fund',
    idempotency: { scope: 'test', key },
    ref: { type: 'test', id: key, step: 'fund' },
    actor: 'test',
    entries: [
      { account: { ...sources[asset], asset }, amount: -amount },
      { account: { kind: 'player', owner: playerId, asset }, amount },
    ],
  })
  if (!answer.ok) throw new Error(answer.reason)
}

/** Everything the ledger holds, to show that a refused operation changed nothing. */
export const ledgerPrint = async (sql: Sql): Promise<unknown> => {
  const { rows } = await sql.query(
    `select (select json_agg(a order by a.id) from account a)::text as accounts,
            (select count(*) from transfer) as transfers, (select count(*) from entry) as entries,
            (select count(*) from hold) as holds, (select count(*) from hold_resolution) as resolutions`,
  )
  return rows
}
