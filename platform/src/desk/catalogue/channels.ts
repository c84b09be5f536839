import { bodyCode, type DeskChannel, type DeskChannelBody, type Staff } from '@minefall/shared/contracts'
import { formatUnits, isUsdtAddress, networkSchema } from '@minefall/shared/payments'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal, wrongField } from '../../http/index.ts'
import { type ChannelRow, plainRate, readChannels } from '../../wallet/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'
import { smallestUnits } from './money-units.ts'

const view = (channel: ChannelRow): DeskChannel => {
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

export const listChannels = async (sql: Sql): Promise<DeskChannel[]> => (await readChannels(sql)).map(view)

/** Coins and smallest units that no order comes near, far below what a `bigint` of the database holds. */
const bound = 10n ** 15n

/** What is wrong with where a deposit is to be paid. */
const refusePayTo = ({ direction, method, payTo }: DeskChannelBody): Refusal | null => {
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

/** The fee on top as it is stored, or what is wrong with the row. */
const checked = (body: DeskChannelBody, { currency }: ChannelRow): { feeFixed: bigint } | Refusal => {
  const [least, largest] = [BigInt(body.least), BigInt(body.most)]
  if (least < 1n || least > bound) return wrongField('least', 'bad-parameters')
  if (largest < least || largest > bound) return wrongField('most', 'bad-parameters')
  const feeFixed = smallestUnits(body.feeFixed, body.direction === 'deposit' ? currency.decimals : 0)
  if (feeFixed === null || feeFixed > bound) return wrongField('feeFixed', 'bad-parameters')
  return refusePayTo(body) ?? { feeFixed }
}

/**
 * Changes a channel as a whole, for orders that are placed from now on. Refused where the channel is another by now
 * (1409), there is none (1404), or a field is wrong (1001).
 */
export const changeChannel = async (
  { db, clock }: World,
  body: DeskChannelBody,
  by: { staff: Staff; address: string },
): Promise<DeskChannel | Refusal> =>
  db.transaction(async (tx) => {
    const isThis = ({ direction, method, currency }: ChannelRow) =>
      direction === body.direction && method === body.method && currency.code === body.currency
    const before = (await readChannels(tx, { lock: true })).find(isThis)
    if (!before) return refusal(bodyCode.notFound)
    const change = checked(body, before)
    if ('refused' in change) return change
    if (before.version !== body.version) return refusal(bodyCode.conflict)
    await tx.query(
      `update payment_channel set is_open = $4, least = $5, most = $6, rate = $7, fee_bps = $8, fee_fixed = $9,
         pay_to = $10, version = version + 1
       where direction = $1 and method = $2 and currency = $3`,
      [
        body.direction,
        body.method,
        body.currency,
        body.isOpen,
        BigInt(body.least),
        BigInt(body.most),
        body.rate,
        body.feeBps,
        change.feeFixed,
        body.payTo,
      ],
    )
    const after = (await readChannels(tx)).find(isThis)
    if (!after) throw new Error('a channel is gone while it was locked')
    await writeAudit(tx, {
      at: clock.now(),
      staffId: by.staff.id,
      action: 'channel.change',
      subject: { type: 'channel', id: `${body.direction}/${body.method}/${body.currency}` },
      reason: body.reason,
      before: view(before),
      after: view(after),
      address: by.address,
    })
    return view(after)
  })
