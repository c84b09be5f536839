import { randomUUID } from 'node:crypto'
import type { Asset } from '@minefall/shared/game'
import type { Sql } from '../db/index.ts'
import { post } from './posting.ts'

const sources = {
  coin: { kind: 'payin:test', owner: 'test' },
  promo: { kind: 'promo', owner: 'test' },
  trial: { kind: 'house', owner: 'trial' },
} as const

/** Gives a player coins as a deposit, a gift or a refill would: one transfer, whose source goes below zero. */
export const fund = async (sql: Sql, playerId: string, asset: Asset, amount: bigint): Promise<void> => {
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
