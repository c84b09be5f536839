import type { PaymentMethod } from '@minefall/shared/payments'
import type { IconName } from '../../../ui/Icon.tsx'

/** The sign of each way to pay. */
export const methodIcons = {
  alipay: 'transfer',
  usdt: 'chain',
  bank: 'bank',
  checkout: 'window',
} as const satisfies Record<PaymentMethod, IconName>
