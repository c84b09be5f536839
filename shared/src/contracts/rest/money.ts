import { z } from 'zod'

/** A sum of money in units of its currency with all its decimals, such as `1012.00`. */
export const moneySchema = z.string().regex(/^\d{1,20}(\.\d{1,8})?$/, 'must be a sum of money')

/** Units of a currency for one coin, above zero, with at most eight decimals. */
export const rateSchema = z.string().regex(/^(?=.*[1-9])\d{1,10}(\.\d{1,8})?$/, 'must be a rate')

/** How a currency is written: `decimals` places behind the point. */
export const moneyCurrencySchema = z.object({
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0),
})
export type MoneyCurrency = z.infer<typeof moneyCurrencySchema>
