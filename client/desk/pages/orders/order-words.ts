import type { DeskOrderDetail, OrderFlag } from '@minefall/shared/contracts/desk'
import type { Order } from '@minefall/shared/contracts/rest'
import { formatCoins, formatSum } from '../../../src/lib/format.ts'
import type { ChipTone } from '../../ui/Chip.tsx'
import type { IconName } from '../../ui/Icon.tsx'
import { locale } from '../../ui/words.ts'
import { payoutStarter } from './doable.ts'

type FlagWords = { label: string; means: string; tone: ChipTone; icon: IconName }

/** What each flag says, in the order in which they matter. */
export const flagWords: Readonly<Record<OrderFlag, FlagWords>> = {
  'proof-seen': {
    label: 'Proof seen before',
    means: 'A picture in this order is identical to one in another order.',
    ...{ tone: 'bad', icon: 'pictures' },
  },
  'amount-differs': {
    label: 'Amount differs',
    means: 'The payment provider reported a different amount.',
    ...{ tone: 'bad', icon: 'stop' },
  },
  'account-blocked': {
    label: 'Account blocked',
    means: 'The account is blocked. Withdrawals are on hold.',
    ...{ tone: 'bad', icon: 'ban' },
  },
  'destination-shared': {
    label: 'Shared destination',
    means: 'Another account has saved the same destination, even if it was removed later.',
    ...{ tone: 'bad', icon: 'split' },
  },
  'account-flagged': {
    label: 'Account flagged',
    means: 'The account has an open flag.',
    ...{ tone: 'warn', icon: 'flag' },
  },
  'identity-unreviewed': {
    label: 'Identity to review',
    means: 'This takes the account’s payouts past the identity limit. Review who owns it first.',
    ...{ tone: 'warn', icon: 'fingerprint' },
  },
  'contact-undone': {
    label: 'Contact change undone',
    means:
      'It was placed after a contact change that has since been undone. Find out whether it was already paid out before you decide.',
    ...{ tone: 'warn', icon: 'undo' },
  },
  'no-proof': {
    label: 'No proof',
    means: 'The player says it’s paid but sent no picture.',
    ...{ tone: 'warn', icon: 'pictureLess' },
  },
  'destination-new': {
    label: 'New destination',
    means: 'First payout from this account to this destination.',
    ...{ tone: 'warn', icon: 'pin' },
  },
  'second-person': {
    label: 'Second person',
    means: 'It needs two people’s approval because of its size or earlier approvals.',
    ...{ tone: 'info', icon: 'people' },
  },
}

const known = Object.keys(flagWords) as OrderFlag[]

/** The worst first. */
export const inOrder = (flags: readonly OrderFlag[]): OrderFlag[] =>
  known.filter((flag) => flags.includes(flag))

/** Whether something speaks against it: then rejecting is what is near at hand. */
export const speaksAgainst = (flags: readonly OrderFlag[]): boolean =>
  flags.some((flag) => flagWords[flag].tone === 'bad')

const methods: Readonly<Record<Order['method'], string>> = {
  alipay: 'Alipay',
  usdt: 'USDT',
  bank: 'Bank transfer',
  checkout: 'Checkout',
}

export const methodOf = ({ method, network }: Pick<Order, 'method' | 'network'>): string =>
  network === null ? methods[method] : `${methods[method]} ${network}`

const statuses: Readonly<Record<string, { label: string; tone: ChipTone }>> = {
  submitted: { label: 'Not paid yet', tone: 'plain' },
  paid: { label: 'Paid', tone: 'warn' },
  reviewing: { label: 'Under review', tone: 'info' },
  pending: { label: 'Pending', tone: 'warn' },
  completed: { label: 'Completed', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  rejected: { label: 'Rejected', tone: 'bad' },
}

export const statusOf = (status: string) => statuses[status] ?? { label: status, tone: 'plain' as const }

const steps: Readonly<Record<string, string>> = {
  submitted: 'Placed',
  pending: 'Placed',
  paid: 'Reported paid',
  reviewing: 'Review started',
}

/** What happened when it came to this status. */
export const stepOf = ({ status, actorKind }: DeskOrderDetail['events'][number]): string =>
  status === 'pending' && actorKind === 'staff' ? 'Payout started' : (steps[status] ?? statusOf(status).label)

export const sumOf = (order: Pick<Order, 'currency'>, sum: string): string =>
  formatSum(sum, order.currency, locale)

const endings: Readonly<Record<string, string>> = {
  expired: 'It was not paid in time.',
  declined: 'The payment provider declined it.',
  refused: 'Staff refused it.',
}

/** Why it ended without success. */
export const endingOf = ({ reason }: Pick<Order, 'reason'>): string | null => {
  if (!reason) return null
  const why = endings[reason.code] ?? reason.code
  return reason.text === null ? why : `${why} “${reason.text}”`
}

const lines: Readonly<Record<string, string>> = {
  method: 'Method',
  account: 'Account',
  name: 'Name',
  realName: 'Name',
  network: 'Network',
  address: 'Address',
  currency: 'Currency',
  bankName: 'Bank',
  branchName: 'Branch',
  accountNumber: 'Account number',
  cardNumber: 'Card number',
}

/** Where money goes, line by line: of an account of ours, or of a player's destination. */
export const linesOf = (details: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(details).flatMap(([name, value]) =>
    name === 'method' ? [] : [[lines[name] ?? name, value]],
  )

const actors: Readonly<Record<DeskOrderDetail['events'][number]['actorKind'], string>> = {
  player: 'Player',
  staff: 'Staff',
  provider: 'Provider',
  clock: 'Automatic',
}

/** Who did a step. */
export const actorOf = ({ actorKind, actor }: DeskOrderDetail['events'][number]): string =>
  actorKind === 'clock' ? actors.clock : `${actors[actorKind]} ${actor}`

const times = { day: 'in the last 24 hours', week: 'in the last 7 days' } as const

/** Why an order needs two people; null where one is enough. */
export const whyTwo = ({ why }: DeskOrderDetail['approvals']): string | null => {
  if (why === null) return null
  const coins = (amount: string) => formatCoins(amount, locale)
  if (why.within === null) return `Orders of ${coins(why.most)} coins and more need two people.`
  const whose = why.of === 'staff' ? 'You approved' : 'Approved for this account'
  const sum = `${coins(why.approved)} of ${coins(why.most)} coins`
  return `${whose} by one person alone ${times[why.within]}: ${sum}. With this order a second person is needed.`
}

/**
 * What to do before a withdrawal is approved, which someone else may have done; null for one that has ended.
 */
export const howToPay = ({
  endedAt,
  approvals: { given },
  events,
}: Pick<DeskOrderDetail, 'endedAt' | 'approvals' | 'events'>): string | null => {
  if (endedAt !== null) return null
  if (given.length === 0) {
    const starter = payoutStarter({ events })
    return starter === null
      ? 'Start the payout before you pay, so that no one else pays it too.'
      : `${starter} started this payout, and no one else pays it. Once it’s paid, approve with its reference.`
  }
  const list = (names: readonly string[]) => new Intl.ListFormat(locale).format(names)
  const who = list(given.map(({ name, reference }) => `${name} (${reference})`))
  const working = given.filter(({ counts }) => counts).map(({ name }) => name)
  const how =
    working.length === 0
      ? 'Find that payout before you pay or reject it.'
      : `Find that payout before you approve it too. Only ${list(working)} can reject it.`
  return `It was approved by ${who} and may be paid already. ${how}`
}

/** Why the reader may not approve an order, and who may; null where they may. */
export const whyNotYou = ({ deciders: { refused, others } }: DeskOrderDetail): string | null => {
  if (refused === null) return null
  const why =
    refused === 'own-account'
      ? 'This account is your own, or shares a device or a payout account with yours.'
      : 'You approved the other side of this account not long ago: deposits are one side, withdrawals and identity the other.'
  const who =
    others.length > 0
      ? `It waits for ${new Intl.ListFormat(locale, { type: 'disjunction' }).format(others)}.`
      : 'No one else can approve it yet. Add a finance staff member.'
  return `${why} ${who}`
}
