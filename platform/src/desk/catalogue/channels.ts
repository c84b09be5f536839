import type { DeskChannel, DeskChannelBody, DeskCurrency } from '@minefall/shared/contracts/desk'
import { formatUnits, isUsdtAddress, networkSchema } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, wrongField } from '../../http/index.ts'
import { type ChannelRow, plainRate, readChannels } from '../../wallet/index.ts'

/** A sum of money as smallest units of its currency; null for one with more places than the currency has. */
const smallestUnits = (sum: string, decimals: number): bigint | null => {
  const [whole = '', places = ''] = sum.split('.')
  const kept = places.replace(/0+$/, '')
  return kept.length > decimals ? null : BigInt(whole + kept.padEnd(decimals, '0'))
}

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

/** A channel as the desk shows it. */
export const viewChannel = (channel: ChannelRow): DeskChannel => {
  const { direction, method, currency, isOpen, least, most, rate, feeBps, feeFixed, payTo, version } = channel
  return {
    direction,
    method,
    currency: currency.code,
    isOpen,
    least: least.toString(),
    most: most.toString(),
    rate: plainRate(rate),
    feeBps,
    feeFixed: formatUnits(feeFixed, direction === 'deposit' ? currency.decimals : 0),
    payTo,
    version,
  }
}

export const listChannels = async (sql: Sql): Promise<DeskChannel[]> =>
  (await readChannels(sql)).map(viewChannel)

/** Coins and smallest units that no order comes near, far below what a `bigint` of the database holds. */
const bound = 10n ** 15n

/** What is wrong with where a deposit is to be paid. */
const refusePayTo = ({ direction, method, payTo }: Wanted): Refusal | null => {
  if (payTo === null) return null
  const wrong = (network: string, notice: string) => wrongField(`payTo.${network}`, notice)
  if (direction === 'withdrawal' || method === 'checkout') return wrongField('payTo', 'bad-parameters')
  for (const [name, account] of Object.entries(payTo)) {
    const network = networkSchema.safeParse(name).data
    if (account.method !== method || (network !== undefined) !== (method === 'usdt'))
      return wrong(name, 'bad-parameters')
    if (account.method === 'usdt' && !(network && isUsdtAddress(network, account.address)))
      return wrong(name, 'usdt-address-invalid')
  }
  return null
}

/** What of a channel staff set. */
type Wanted = Omit<DeskChannelBody, 'reason'> | DeskChannel

/** The fee on top as it is stored, or what is wrong with the row. */
export const checkedChange = (wanted: Wanted, { currency }: ChannelRow): { feeFixed: bigint } | Refusal => {
  const [least, largest] = [BigInt(wanted.least), BigInt(wanted.most)]
  if (least < 1n || least > bound) return wrongField('least', 'bad-parameters')
  if (largest < least || largest > bound) return wrongField('most', 'bad-parameters')
  const feeFixed = smallestUnits(wanted.feeFixed, wanted.direction === 'deposit' ? currency.decimals : 0)
  if (feeFixed === null || feeFixed > bound) return wrongField('feeFixed', 'bad-parameters')
  return refusePayTo(wanted) ?? { feeFixed }
}

type Named = Pick<DeskChannel, 'direction' | 'method' | 'currency'>

/** A channel as it is, locked with all others until the transaction ends. */
export const lockChannel = async (tx: Sql, named: Named): Promise<ChannelRow | undefined> =>
  (await readChannels(tx, { lock: true })).find(
    ({ direction, method, currency }) =>
      direction === named.direction && method === named.method && currency.code === named.currency,
  )

/** Writes a locked channel as a whole. */
export const applyChannel = async (
  tx: Sql,
  wanted: Wanted,
  { feeFixed }: { feeFixed: bigint },
): Promise<void> => {
  await tx.query(
    `update payment_channel set is_open = $4, least = $5, most = $6, rate = $7, fee_bps = $8, fee_fixed = $9,
       pay_to = $10, version = version + 1
     where direction = $1 and method = $2 and currency = $3`,
    [
      wanted.direction,
      wanted.method,
      wanted.currency,
      wanted.isOpen,
      BigInt(wanted.least),
      BigInt(wanted.most),
      wanted.rate,
      wanted.feeBps,
      feeFixed,
      wanted.payTo,
    ],
  )
}
