import type { PaymentMethod } from '@minefall/shared/payments'
import type { IconName } from '../../../ui/Icon.tsx'

/** The sign of a way out. */
export const methodSign = {
  alipay: 'transfer',
  usdt: 'chain',
  bank: 'card',
  checkout: 'window',
} as const satisfies Record<PaymentMethod, IconName>
