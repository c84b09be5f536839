import { bodyCode, type DeskCurrency, type Staff } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { plainRate } from '../../wallet/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'

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

export type RateChange = { currencycode: string; rate: string; reason: string }

/** Changes what is shown for one coin in a currency. Refused where there is none (1404). */
export const changeRate = async (
  { db, clock }: World,
  { currencycode, rate, reason }: RateChange,
  by: { staff: Staff; address: string },
): Promise<DeskCurrency | Refusal> =>
  db.transaction(async (tx) => {
    const known = await tx.query('select code, name, symbol, rate from currency where code = $1 for update', [
      currencycode,
    ])
    const before = rowSchema.optional().parse(known.rows[0])
    if (!before) return refusal(bodyCode.notFound)
    const changed = await tx.query(
      'update currency set rate = $2 where code = $1 returning code, name, symbol, rate',
      [currencycode, rate],
    )
    const after = rowSchema.parse(changed.rows[0])
    await writeAudit(tx, {
      at: clock.now(),
      staffId: by.staff.id,
      action: 'currency.change',
      subject: { type: 'currency', id: currencycode },
      reason,
      before: { rate: before.rate },
      after: { rate: after.rate },
      address: by.address,
    })
    return after
  })
