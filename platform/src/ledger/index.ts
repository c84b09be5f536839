import type { Balance } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import type { Sql } from '../db/index.ts'

/** Who owns coins that a match moves: a player by id, or a house account by name (practice opponents). */
export type Party = { kind: 'player' | 'house'; owner: string }

export declare function holdStake(
  tx: Sql,
  h: { matchId: string; party: Party; asset: Asset; amount: bigint },
): Promise<{ ok: true } | { ok: false; reason: 'not-enough-coins' }>
export declare function releaseStakes(
  tx: Sql,
  h: { matchId: string; parties?: readonly Party[] },
): Promise<void>
export declare function captureStakes(tx: Sql, h: { matchId: string; asset: Asset }): Promise<bigint>
export declare function payOut(
  tx: Sql,
  p: {
    matchId: string
    step: 'settled' | 'voided'
    asset: Asset
    payouts: readonly { party: Party; amount: bigint }[]
    rake: bigint
  },
): Promise<void>
export declare function refillTrial(tx: Sql, r: { playerId: string; to: bigint; key: string }): Promise<void>
export declare function balanceOf(sql: Sql, playerId: string): Promise<Balance>
export declare function checkLedger(sql: Sql): Promise<{ clean: boolean; findings: string[] }>
