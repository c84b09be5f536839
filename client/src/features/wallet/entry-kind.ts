import type { IconName } from '../../ui/Icon.tsx'

/** The kinds of business that a statement has words for, each with its sign. */
const signs = {
  stakes: 'table',
  settled: 'trophy',
  voided: 'again',
  refill: 'play',
  welcome: 'gift',
  gift: 'gift',
  referral: 'seats',
  deposit: 'incoming',
  withdrawal: 'outgoing',
  sandbox: 'again',
} as const satisfies Record<string, IconName>

export type EntryKind = keyof typeof signs | 'other'

const isKnown = (kind: string): kind is keyof typeof signs => Object.hasOwn(signs, kind)

/** What to call an entry: its kind, or `other` for one that this page does not know yet. */
export const entryKind = (kind: string): EntryKind => (isKnown(kind) ? kind : 'other')

export const entrySign = (kind: EntryKind): IconName => (kind === 'other' ? 'board' : signs[kind])
