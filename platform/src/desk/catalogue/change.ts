import { isDeepStrictEqual } from 'node:util'
import {
  bodyCode,
  type DeskChannel,
  type DeskChannelBody,
  type DeskProposal,
} from '@minefall/shared/contracts'
import { formatUnits } from '@minefall/shared/payments'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { plainRate } from '../../wallet/index.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'
import { applyChannel, checkedChange, lockChannel, viewChannel } from './channels.ts'
import { lockRate } from './currencies.ts'
import { type By, propose } from './proposals.ts'
import { tellAdmins } from './tell-admins.ts'

/** Whether money would go elsewhere, or be worth another: what one person does not decide. */
const needsTwo = (before: DeskChannel, after: DeskChannel): boolean =>
  before.rate !== after.rate || !isDeepStrictEqual(before.payTo, after.payTo)

/** After the commit: open desks read the catalogue again, and admins are written to where something is proposed. */
const tellChanged = async (
  world: World,
  changed: DeskProposal | null | Refusal,
): Promise<DeskProposal | null | Refusal> => {
  if (isRefusal(changed)) return changed
  world.bus.publish('desk.changed', null, { what: 'catalogue' })
  if (changed) await tellAdmins(world, changed)
  return changed
}

/**
 * Changes a channel as a whole, for orders that are placed from now on; where it is paid to and its rate are proposed
 * instead, with all that the change has, and somebody else confirms it. Answers the proposal, or null where the change
 * is made. Refused where the channel is another by now or a proposal about it is open (1409), there is none (1404), or a
 * field is wrong (1001).
 */
export const changeChannel = async (
  world: World,
  body: DeskChannelBody,
  by: By,
): Promise<DeskProposal | null | Refusal> => {
  const changed = await world.db.transaction(async (tx) => {
    const row = await lockChannel(tx, body)
    if (!row) return refusal(bodyCode.notFound)
    const change = checkedChange(body, row)
    if ('refused' in change) return change
    if (row.version !== body.version) return refusal(bodyCode.conflict)
    const { reason, ...wanted } = body
    const before = viewChannel(row)
    const { currency, direction } = row
    const after: DeskChannel = {
      ...wanted,
      payTo: wanted.payTo,
      rate: plainRate(wanted.rate),
      feeFixed: formatUnits(change.feeFixed, direction === 'deposit' ? currency.decimals : 0),
    }
    if (needsTwo(before, after))
      return propose(world, tx, { change: { what: 'channel', before, after }, reason, by })
    await applyChannel(tx, wanted, change)
    await writeAudit(tx, {
      at: world.clock.now(),
      staffId: by.staff.id,
      action: 'channel.change',
      subject: { type: 'channel', id: `${body.direction}/${body.method}/${body.currency}` },
      reason,
      before,
      after: { ...after, version: before.version + 1 },
      address: by.address,
    })
    return null
  })
  return tellChanged(world, changed)
}

export type RateChange = { currencycode: string; rate: string; reason: string }

/**
 * Proposes what is shown for one coin in a currency, which somebody else confirms. Answers null where it is that
 * already. Refused where there is none (1404), and while a proposal about it is open (1409).
 */
export const changeRate = async (
  world: World,
  { currencycode, rate, reason }: RateChange,
  by: By,
): Promise<DeskProposal | null | Refusal> => {
  const changed = await world.db.transaction(async (tx) => {
    const before = await lockRate(tx, currencycode)
    if (!before) return refusal(bodyCode.notFound)
    const after = { ...before, rate: plainRate(rate) }
    if (before.rate === after.rate) return null
    return propose(world, tx, { change: { what: 'currency', before, after }, reason, by })
  })
  return tellChanged(world, changed)
}
