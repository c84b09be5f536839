import { bodyCode } from '@minefall/shared/contracts'
import { useState } from 'react'
import { isCallError } from '../../../lib/call-error.ts'
import { openCheckout } from './deposit-calls.ts'

/** As wide and high as a phone, in pixels. */
const windowLook = 'popup,width=480,height=760'

type State = {
  isBusy: boolean
  error: unknown
  isBlocked: boolean
  wasOpened: boolean
  /** Where the payment is made, once it is known. */
  url: string | null
}
const atFirst: State = {
  isBusy: false,
  error: null,
  isBlocked: false,
  wasOpened: false,
  url: null,
}

/**
 * The provider's payment window. Browsers let a page open one on a press alone, so it is opened empty at once and gets
 * its address when that is known; where the browser blocks it, the address is told for a link. `onMoved` is called when
 * the order can't be paid any more.
 */
export const useCheckout = (orderId: string, onMoved: () => void) => {
  const [state, setState] = useState(atFirst)
  const change = (next: Partial<State>) => setState((before) => ({ ...before, ...next }))

  const open = async () => {
    if (state.isBusy) return
    const payment = window.open('', '_blank', windowLook)
    change({ isBusy: true, error: null, isBlocked: payment === null })
    try {
      const { url } = await openCheckout(orderId)
      const address = new URL(url, window.location.href).href
      if (payment) {
        // The provider has no business with this page.
        payment.opener = null
        payment.location.replace(address)
      }
      change({ isBusy: false, url: address, wasOpened: payment !== null })
    } catch (error) {
      payment?.close()
      change({ isBusy: false, error })
      if (isCallError(error) && error.code === bodyCode.orderMoved) onMoved()
    }
  }
  return { ...state, open }
}
