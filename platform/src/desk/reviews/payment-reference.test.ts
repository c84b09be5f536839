import { deskApproveBodySchema } from '@minefall/shared/contracts/desk'
import { describe, expect, it } from 'vitest'
import { paymentReference } from './payment-reference.ts'

describe('the reference of a payment', () => {
  it.each([
    ['alipay', null, ['2026 1122 0001', ' 202611220001'], '202611220001'],
    ['bank', null, ['ft22 31ab', 'FT2231AB', 'Ft2231 Ab'], 'FT2231AB'],
    ['usdt', 'ERC20', ['0xC0FFEE', '0Xc0ffee', 'c0ffee', 'C0 FF EE'], '0xc0ffee'],
    ['usdt', 'TRC20', ['C0FFEE', 'c0ffee', '0xc0ffee'], 'c0ffee'],
    ['checkout', null, ['pay_aB3'], 'pay_aB3'],
  ] as const)('of %s %s has one form, however it is written', (method, network, written, form) => {
    for (const text of written) expect(paymentReference({ method, network }, text)).toBe(form)
  })

  it.each(['', 'ab', '    ', 'x'.repeat(101), 'a\nbc', 'ünïcode'])(
    'is none of the likes of %j',
    (reference) => {
      expect(deskApproveBodySchema.safeParse({ reference }).success).toBe(false)
    },
  )
})
