import { bodyCode } from '@minefall/shared/contracts'
import type { DeskChannel, DeskProposal } from '@minefall/shared/contracts/desk'
import { percentOf } from '../../ui/play-words.ts'
import { accountsOf, linesOf } from './pay-to.ts'

/** A field that a proposal changes: its name, the old value and the new one. */
export type ChangeLine = { name: string; before: string; after: string }

type Field = readonly [name: string, value: string]

/** The fields of a channel, including its payment accounts. */
const fieldsOf = (channel: DeskChannel): readonly Field[] => [
  ['Takes new orders', channel.isOpen ? 'yes' : 'no'],
  ['Least, coins', channel.least],
  ['Most, coins', channel.most],
  [`${channel.currency} for one coin`, channel.rate],
  ['Fee', percentOf(channel.feeBps)],
  ['Fixed fee', channel.feeFixed],
  ...Object.entries(accountsOf(channel)).flatMap(([network, account]) =>
    linesOf(channel).map(([key, label]): Field => {
      const place = network === '' ? 'Paid to' : `Paid to, ${network}`
      return [`${place}: ${label.toLowerCase()}`, account[key] ?? '']
    }),
  ),
]

/** The changed fields of a proposal with their old and new values. */
export const changeLines = (proposal: DeskProposal): ChangeLine[] => {
  if (proposal.what === 'currency') {
    const { before, after } = proposal
    return [{ name: `${after.currencycode} shown for one coin`, before: before.rate, after: after.rate }]
  }
  const before = new Map(fieldsOf(proposal.before))
  return fieldsOf(proposal.after).flatMap(([name, after]) => {
    const old = before.get(name) ?? ''
    return old === after ? [] : [{ name, before: old || '–', after: after || '–' }]
  })
}

/** Refusals of the calls that may propose, in the words of their dialogs. */
export const proposingWords: Partial<Record<number, string>> = {
  [bodyCode.conflict]:
    'It has changed since you opened it, or a proposal is already open. Check the proposals.',
}
