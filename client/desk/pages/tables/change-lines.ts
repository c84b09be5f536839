import { bodyCode } from '@minefall/shared/contracts'
import { type DeskChannel, type DeskProposal, tableLimits } from '@minefall/shared/contracts/desk'
import { percentOf } from '../../ui/words.ts'

/** What an account of ours is made of, by method, in the order of the form. */
const lines: Readonly<Record<DeskChannel['method'], readonly (readonly [key: string, label: string])[]>> = {
  alipay: [
    ['account', 'Account'],
    ['name', 'Name'],
  ],
  usdt: [['address', 'Address']],
  bank: [
    ['bankName', 'Bank'],
    ['branchName', 'Branch'],
    ['accountNumber', 'Account number'],
    ['name', 'Name'],
  ],
  checkout: [],
}

export const linesOf = ({ method }: Pick<DeskChannel, 'method'>) => lines[method]

/** Which accounts a channel may have: one for each network of USDT, one otherwise, none where nothing is paid to us. */
export const networksOf = ({
  direction,
  method,
}: Pick<DeskChannel, 'direction' | 'method'>): readonly string[] => {
  if (direction === 'withdrawal' || method === 'checkout') return []
  return method === 'usdt' ? ['TRC20', 'ERC20'] : ['']
}

/** What is entered, by network and by line. */
type Accounts = Readonly<Record<string, Readonly<Record<string, string>>>>

export const accountsOf = (channel: DeskChannel): Accounts =>
  Object.fromEntries(
    networksOf(channel).map((network) => {
      const known: Readonly<Record<string, string>> = channel.payTo?.[network] ?? {}
      return [network, Object.fromEntries(linesOf(channel).map(([key]) => [key, known[key] ?? '']))]
    }),
  )

/** As the call takes them: null for none at all; undefined where one is filled in only in part. */
export const payToOf = (
  { method }: Pick<DeskChannel, 'method'>,
  accounts: Accounts,
): Record<string, object> | null | undefined => {
  const filled = Object.entries(accounts).map(([network, account]) => {
    const values = Object.entries(account).map(([key, value]) => [key, value.trim()] as const)
    return { network, values, given: values.filter(([, value]) => value !== '').length }
  })
  if (filled.some(({ values, given }) => given > 0 && given < values.length)) return undefined
  const whole = filled.filter(({ given }) => given > 0)
  if (whole.length === 0) return null
  return Object.fromEntries(
    whole.map(({ network, values }) => [network, { method, ...Object.fromEntries(values) }]),
  )
}

/** Stakes with commas between them; null where these are none, too many, too large or not ascending. */
export const stakesIn = (text: string): string[] | null => {
  const stakes = text.split(',').map((part) => part.trim())
  if (stakes.length > tableLimits.stakesMost || !stakes.every((stake) => /^[1-9]\d{0,6}$/.test(stake)))
    return null
  const amounts = stakes.map(Number)
  const isRising = amounts.every((amount, at) => amount > (amounts[at - 1] ?? 0))
  return isRising && amounts.every((amount) => amount <= tableLimits.stakeMost) ? stakes : null
}

/** Percent with at most two places, in hundredths of a percent; undefined where it is none, or more than `most` of them. */
export const bpsIn = (text: string, most: number = tableLimits.rakeBpsMost): number | undefined => {
  const [, whole, places = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const bps = Number(whole) * 100 + Number(places.padEnd(2, '0'))
  return bps <= most ? bps : undefined
}

/** A whole number from `least` to `most`; undefined where it is none. */
export const wholeIn = (text: string, least: number, most: number): number | undefined => {
  if (!/^\d{1,15}$/.test(text.trim())) return undefined
  const value = Number(text.trim())
  return value >= least && value <= most ? value : undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** What a field of day and time shows, in the time zone of the browser; empty for no bound. */
export const localOf = (at: number | null): string => {
  if (at === null) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What was entered there, in milliseconds since 1970; null for nothing, undefined where it is no time. */
export const instantIn = (text: string): number | null | undefined => {
  if (text === '') return null
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? undefined : at
}

/** A field that a proposal changes: its name, the old value and the new one. */
export type ChangeLine = { name: string; before: string; after: string }

type Field = readonly [name: string, value: string]

/** The fields of a channel, including its payment accounts. */
const fieldsOf = (channel: DeskChannel): readonly Field[] => [
  ['Takes new orders', channel.isOpen ? 'yes' : 'no'],
  ['Minimum, coins', channel.least],
  ['Maximum, coins', channel.most],
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
