import type { OrderFlag } from '@minefall/shared/contracts/desk'
import {
  Ban,
  CircleAlert,
  Fingerprint,
  Flag,
  ImageOff,
  Images,
  type LucideIcon,
  MapPinPlus,
  Split,
  Users,
} from 'lucide-react'
import type { ChipTone } from '../../ui/Chip.tsx'

export type FlagWords = { label: string; means: string; tone: ChipTone; icon: LucideIcon }

/** What each flag says, in the order in which they matter. */
export const flagWords: Readonly<Record<OrderFlag, FlagWords>> = {
  'proof-seen': {
    label: 'Proof seen before',
    means: 'A picture of this order was the proof of another one, in the very same bytes.',
    ...{ tone: 'bad', icon: Images },
  },
  'amount-differs': {
    label: 'Amount differs',
    means: 'The payment provider told of another amount than the order’s.',
    ...{ tone: 'bad', icon: CircleAlert },
  },
  'account-blocked': {
    label: 'Account blocked',
    means: 'The account is blocked. A withdrawal waits until that ends.',
    ...{ tone: 'bad', icon: Ban },
  },
  'destination-shared': {
    label: 'Shared destination',
    means: 'Another account has saved the same destination, even if it took it back.',
    ...{ tone: 'bad', icon: Split },
  },
  'account-flagged': {
    label: 'Account flagged',
    means: 'A flag about the account is open.',
    ...{ tone: 'warn', icon: Flag },
  },
  'identity-unreviewed': {
    label: 'Identity to review',
    means: 'With this the account is paid so much in all that somebody reviews first who owns it.',
    ...{ tone: 'warn', icon: Fingerprint },
  },
  'no-proof': {
    label: 'No proof',
    means: 'The player says it is paid, and no picture shows it.',
    ...{ tone: 'warn', icon: ImageOff },
  },
  'destination-new': {
    label: 'New destination',
    means: 'Nothing of this account was paid out there before.',
    ...{ tone: 'warn', icon: MapPinPlus },
  },
  'second-person': {
    label: 'Second person',
    means: 'It needs the approvals of two different people, by its size or by what was approved before it.',
    ...{ tone: 'info', icon: Users },
  },
}

const known = Object.keys(flagWords) as OrderFlag[]

/** The worst first. */
export const inOrder = (flags: readonly OrderFlag[]): OrderFlag[] =>
  known.filter((flag) => flags.includes(flag))

/** Whether something speaks against it: then rejecting is what is near at hand. */
export const speaksAgainst = (flags: readonly OrderFlag[]): boolean =>
  flags.some((flag) => flagWords[flag].tone === 'bad')
