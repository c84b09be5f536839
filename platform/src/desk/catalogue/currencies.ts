import type { DeskCurrency } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { plainRate } from '../../wallet/index.ts'

const rowSchema = z
  .object({ code: z.string(), name: z.string(), symbol: z.string(), rate: z.string() })
  .transform(
    ({ code, name, symbol, rate }): DeskCurrency => ({
      currencycode: code,
      name,
      symbol,
      rate: plainRate(rate),
    }),
  )

export const listRates = async (sql: Sql): Promise<DeskCurrency[]> => {
  const { rows } = await sql.query('select code, name, symbol, rate from currency order by position')
  return rowSchema.array().parse(rows)
}

/** What is shown for one coin in a currency, locked until the transaction ends; null for none. */
export const lockRate = async (tx: Sql, currencycode: string): Promise<DeskCurrency | null> => {
  const { rows } = await tx.query(
    'select code, name, symbol, rate from currency where code = $1 for update',
    [currencycode],
  )
  return rowSchema.optional().parse(rows[0]) ?? null
}

export const applyRate = async (
  tx: Sql,
  { currencycode, rate }: Pick<DeskCurrency, 'currencycode' | 'rate'>,
): Promise<void> => {
  await tx.query('update currency set rate = $2 where code = $1', [currencycode, rate])
}
