import { useState } from 'react'
import { localStore } from '../../../lib/storage.ts'

const key = 'withdraw_currency'

/** The currency that withdrawals are paid in, as it was chosen in this browser; null before that. */
export const useKeptCurrency = () => {
  const [kept, setKept] = useState(() => localStore.get(key))
  const keep = (code: string) => {
    localStore.set(key, code)
    setKept(code)
  }
  return [kept, keep] as const
}
