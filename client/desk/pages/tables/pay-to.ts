import type { DeskChannel } from '@minefall/shared/contracts/desk'

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
export type Accounts = Readonly<Record<string, Readonly<Record<string, string>>>>

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
