import { expect, test } from 'vitest'
import { payFacts, scanText } from './ManualPay.tsx'

const namesOf = (of: Parameters<typeof payFacts>[0]) => payFacts(of).map(({ name }) => name)

test('each method tells what its payer enters, the remark last, and what can be scanned', () => {
  const alipay = { method: 'alipay', account: 'pay@minefall.example', name: 'Minefall Ltd' } as const
  const usdt = { method: 'usdt', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' } as const
  const bank = { method: 'bank', bankName: 'A', branchName: 'B', accountNumber: '1', name: 'C' } as const
  expect(namesOf({ payTo: alipay, remark: '7720' })).toEqual(['account', 'name', 'remark'])
  expect(namesOf({ payTo: usdt, remark: '' })).toEqual(['address'])
  expect(namesOf({ payTo: bank, remark: '7720' })).toEqual([
    'bankName',
    'branchName',
    'accountNumber',
    'name',
    'remark',
  ])
  expect(namesOf({ payTo: null, remark: '' })).toEqual([])
  expect([alipay, usdt, bank].map((payTo) => scanText({ payTo }))).toEqual([
    alipay.account,
    usdt.address,
    null,
  ])
})
