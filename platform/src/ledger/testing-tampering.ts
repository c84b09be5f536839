import { expect } from 'vitest'
import type { Database } from '../db/index.ts'
import { checkLedger } from './index.ts'

const guarded = [
  'account',
  'player_balance',
  'transfer',
  'entry',
  'hold',
  'hold_resolution',
  'wallet_order',
  'wallet_order_event',
  'gift_claim',
]

/**
 * What the reconciliation finds once these statements changed something behind the ledger's back, with the database's
 * own guards off. All of it is taken back.
 */
export const findingsAfter = async (db: Database, tampering: readonly string[]): Promise<string[]> => {
  const seen: { findings: string[] } = { findings: [] }
  const undo = new Error('undo')
  await expect(
    db.transaction(async (tx) => {
      for (const table of guarded) await tx.query(`alter table ${table} disable trigger user`)
      for (const statement of tampering) expect((await tx.query(statement)).count).toBeGreaterThan(0)
      seen.findings = (await checkLedger(tx)).findings
      // The same account by account as all at once.
      expect((await checkLedger(tx, { stepsAStatement: 1 })).findings).toEqual(seen.findings)
      throw undo
    }),
  ).rejects.toBe(undo)
  return seen.findings
}
