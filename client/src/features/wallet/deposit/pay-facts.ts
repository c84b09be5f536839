import type { OrderDetail } from '@minefall/shared/contracts/rest'

export type FactName = 'account' | 'name' | 'address' | 'bankName' | 'branchName' | 'accountNumber' | 'remark'
export type PayFact = { name: FactName; text: string }

/** What a payer enters, in the order that it is asked for. */
export const payFacts = ({ payTo, remark }: Pick<OrderDetail, 'payTo' | 'remark'>): PayFact[] => {
  const last: PayFact[] = remark === '' ? [] : [{ name: 'remark', text: remark }]
  switch (payTo?.method) {
    case 'alipay':
      return [{ name: 'account', text: payTo.account }, { name: 'name', text: payTo.name }, ...last]
    case 'usdt':
      return [{ name: 'address', text: payTo.address }, ...last]
    case 'bank':
      return [
        { name: 'bankName', text: payTo.bankName },
        { name: 'branchName', text: payTo.branchName },
        { name: 'accountNumber', text: payTo.accountNumber },
        { name: 'name', text: payTo.name },
        ...last,
      ]
    case undefined:
      return last
  }
}

/** What can be scanned of it: a bank transfer has no code that every bank reads. */
export const scanText = ({ payTo }: Pick<OrderDetail, 'payTo'>): string | null => {
  if (payTo?.method === 'alipay') return payTo.account
  return payTo?.method === 'usdt' ? payTo.address : null
}
