import { type DeskChannel, deskProposalSchema } from '@minefall/shared/contracts/desk'
import { expect, test } from 'vitest'
import { changeLines } from './change-lines.ts'

const channel: DeskChannel = {
  ...{ direction: 'deposit', method: 'usdt', currency: 'USDT', isOpen: true, least: '1', most: '2' },
  ...{ rate: '0.14', feeBps: 0, feeFixed: '0', payTo: null, version: 1 },
}
const rest = {
  ...{ id: '0190f1c2-0000-7000-8000-000000000001', reason: 'Why not', status: 'open', ended: null },
  proposedBy: { id: '0190f1c2-0000-7000-8000-000000000002', name: 'Ann' },
  ...{ proposedAt: 1, expiresAt: 2 },
}
const linesOf = (change: object) => changeLines(deskProposalSchema.parse({ ...rest, ...change }))

test('a channel’s change lists each changed field, with addresses by network, and omits the rest', () => {
  const payTo = { TRC20: { method: 'usdt', address: 'T1' } }
  expect(
    linesOf({ what: 'channel', before: channel, after: { ...channel, rate: '0.2', most: '3', payTo } }),
  ).toEqual([
    { name: 'Maximum, coins', before: '2', after: '3' },
    { name: 'USDT for one coin', before: '0.14', after: '0.2' },
    { name: 'Paid to, TRC20: address', before: '–', after: 'T1' },
  ])
})

test('a shown rate’s change lists the old and the new rate', () => {
  const currency = { currencycode: 'JPY', name: 'Yen', symbol: '¥', rate: '21' }
  expect(linesOf({ what: 'currency', before: currency, after: { ...currency, rate: '22' } })).toEqual([
    { name: 'JPY shown for one coin', before: '21', after: '22' },
  ])
})
