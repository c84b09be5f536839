import { bodyCode, type DeskChannel, type DeskProposal } from '@minefall/shared/contracts'
import { percentOf } from '../../ui/play-words.ts'
import { accountsOf, linesOf } from './pay-to.ts'

/** A field that a proposal changes: its name, the old value and the new one. */
export type ChangeLine = { name: string; before: string; after: string }

type Field = readonly [name: string, value: string]

/** What a channel has, name by name, also where it is paid to. */
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

/** What a proposal changes, old beside new; what stays as it is is left out. */
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

/** What the calls that may propose refuse, in the words of their dialogs. */
export const proposingWords: Partial<Record<number, string>> = {
  [bodyCode.conflict]:
    'It has changed since you read it, or a proposal about it is open: look at the proposals.',
}
