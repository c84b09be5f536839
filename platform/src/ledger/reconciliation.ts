import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { accountRules, arenaRules, orderRules, rewardRules, rules } from './reconciliation-rules.ts'

export type CheckOptions = {
  /** Once it is aborted, the check ends with a rejection after the statement that is running. */
  signal?: AbortSignal
  /**
   * Steps of accounts' histories that one statement goes through. It bounds how long others wait for it where a
   * database has one session for all; only an account with a longer history than that takes longer.
   */
  stepsAStatement?: number
}

const partSchema = z.object({ first: z.bigint(), last: z.bigint() })

/** All accounts in parts of about as many steps: an account's version is how many it has. */
const accountParts = async (sql: Sql, steps: number): Promise<(readonly [bigint, bigint])[]> => {
  const { rows } = await sql.query(
    `select min(id) as first, max(id) as last
     from (select id, floor(sum(version) over (order by id) / $1) as part from account) a
     group by part order by part`,
    [steps],
  )
  return partSchema
    .array()
    .parse(rows)
    .map(({ first, last }) => [first, last])
}

const findingsOf = async (sql: Sql, rule: string, part: readonly bigint[] = []): Promise<string[]> => {
  const { rows } = await sql.query(`select finding from (${rule}) as rule (finding)`, part)
  return rows.map((row) => z.object({ finding: z.string() }).parse(row).finding)
}

/**
 * Reconciles the whole ledger, with itself, with the matches, the orders and the gifts: sums, balances, histories, holds,
 * escrows, deposits and withdrawals, what was given for play, the withdrawable identity. A finding is a sentence. It may run at any time: what
 * a rule says holds in every snapshot, so that each may read another one, and others get in between them where a
 * database has one session for all.
 */
export const checkLedger = async (
  sql: Sql,
  { signal, stepsAStatement = 20_000 }: CheckOptions = {},
): Promise<{ clean: boolean; findings: string[] }> => {
  const findings: string[] = []
  const check = async (rule: string, part?: readonly bigint[]) => {
    signal?.throwIfAborted()
    findings.push(...(await findingsOf(sql, rule, part)))
  }
  for (const rule of [...rules, ...orderRules, ...rewardRules, ...arenaRules]) await check(rule)
  for (const part of await accountParts(sql, stepsAStatement))
    for (const rule of accountRules) await check(rule, part)
  return { clean: findings.length === 0, findings: findings.sort() }
}
