import type { PayTo } from '@minefall/shared/contracts/rest'
import type { PaymentMethod } from '@minefall/shared/payments'
import type { Sql } from '../../db/index.ts'
import type { WalletSettings } from '../world.ts'

type Example = { method: PaymentMethod; payTo: Readonly<Record<string, PayTo>> }

/** Accounts that no one has, with checksums that are right: what is paid to them is lost. */
export const exampleAccounts: readonly Example[] = [
  {
    method: 'alipay',
    payTo: { '': { method: 'alipay', account: 'pay@minefall.example', name: 'Minefall Example' } },
  },
  {
    method: 'usdt',
    payTo: {
      TRC20: { method: 'usdt', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
      ERC20: { method: 'usdt', address: '0x000000000000000000000000000000000000dEaD' },
    },
  },
  {
    method: 'bank',
    payTo: {
      '': {
        method: 'bank',
        bankName: 'Example Bank',
        branchName: 'Example Branch',
        accountNumber: '6222 0000 0000 0000 000',
        name: 'Minefall Example',
      },
    },
  },
]

/**
 * Lets manual deposits without an account of ours show an example of one, so that they can be tried. Where examples are
 * not wanted, one that an earlier start left in the database is taken away.
 */
export const settleExamples = async (
  sql: Sql,
  settings: Pick<WalletSettings, 'exampleAccounts'>,
): Promise<void> => {
  for (const { method, payTo } of exampleAccounts)
    await sql.query(
      settings.exampleAccounts
        ? `update payment_channel set pay_to = $2, version = version + 1
           where direction = 'deposit' and method = $1 and pay_to is null`
        : `update payment_channel set pay_to = null, version = version + 1
           where direction = 'deposit' and method = $1 and pay_to = $2::jsonb`,
      [method, payTo],
    )
}
