import { isDeepStrictEqual } from 'node:util'
import { bodyCode } from '@minefall/shared/contracts'
import type { DeskChannel, DeskChannelBody, DeskProposal } from '@minefall/shared/contracts/desk'
import { formatUnits } from '@minefall/shared/payments'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { plainRate } from '../../wallet/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { applyChannel, checkedChange, lockChannel, lockRate, viewChannel } from './channels.ts'
import { propose, tellAdmins } from './proposals.ts'

/** Whether a change redirects money or changes its worth, which takes two people. */
const needsTwo = (before: DeskChannel, after: DeskChannel): boolean =>
  before.rate !== after.rate || !isDeepStrictEqual(before.payTo, after.payTo)

/** After the commit: makes open desks reload the catalogue, and emails a proposal to the admins. */
const announceChange = async (
  world: World,
  changed: DeskProposal | null | Refusal,
): Promise<DeskProposal | null | Refusal> => {
  if (isRefusal(changed)) return changed
  world.bus.publish('desk.changed', null, { what: 'catalogue' })
  if (changed) await tellAdmins(world, changed)
  return changed
}

/**
 * Changes a channel as a whole, for future orders. A change of its payment account or rate becomes a proposal, which
 * another admin confirms. Resolves with the proposal, or null if the change is made. Refused if the channel has changed
 * since or a proposal about it is open (1409), if there is none (1404), if a field is wrong (1001), or for someone who is
 * disabled (1501).
 */
export const changeChannel = async (
  world: World,
  body: DeskChannelBody,
  by: By,
): Promise<DeskProposal | null | Refusal> => {
  const changed = await world.db.transaction(async (tx) => {
    if (!(await stillWorks(tx, by.staff))) return refusal(bodyCode.tokenInvalid)
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
  return announceChange(world, changed)
}

export type RateChange = { currencycode: string; rate: string; reason: string }

/**
 * Proposes the rate shown for one coin in a currency, which another admin confirms. Resolves with null if that is the
 * rate already. Refused for an unknown currency (1404), while a proposal about it is open (1409), and for someone who is
 * disabled (1501).
 */
export const changeRate = async (
  world: World,
  { currencycode, rate, reason }: RateChange,
  by: By,
): Promise<DeskProposal | null | Refusal> => {
  const changed = await world.db.transaction(async (tx) => {
    if (!(await stillWorks(tx, by.staff))) return refusal(bodyCode.tokenInvalid)
    const before = await lockRate(tx, currencycode)
    if (!before) return refusal(bodyCode.notFound)
    const after = { ...before, rate: plainRate(rate) }
    if (before.rate === after.rate) return null
    return propose(world, tx, { change: { what: 'currency', before, after }, reason, by })
  })
  return announceChange(world, changed)
}
