import { bodyCode } from '@minefall/shared/contracts'
import { type OrderDetail, walletCalls } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { noticeText } from '../../../calls/notices.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { formatSum } from '../../../lib/format.ts'
import { Button, buttonClass, Spinner } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Step } from '../parts/Step.tsx'
import { DueCard, type Payment, PayTrouble } from './DueCard.tsx'
import styles from './guide.module.css'

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
 * its address when that is known; where the browser blocks it, the address is shown for a link. `onMoved` is called when
 * the order can't be paid any more.
 */
const useCheckout = (orderId: string, onMoved: () => void) => {
  const [state, setState] = useState(atFirst)
  const change = (next: Partial<State>) => setState((before) => ({ ...before, ...next }))

  const open = async () => {
    if (state.isBusy) return
    const payment = window.open('', '_blank', windowLook)
    change({ isBusy: true, error: null, isBlocked: payment === null })
    try {
      const { url } = await ask(walletCalls.openCheckout, { params: { id: orderId } })
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

/** The browser opened no window: how to allow one, once more, and a plain link that needs no permission. */
const Blocked = ({ url, onAgain }: { url: string | null; onAgain(): void }) => {
  const { t } = useTranslation(['deposit', 'common'])
  return (
    <div className={styles.blocked} role="alert">
      <Icon name="stop" />
      <div>
        <p>{noticeText('payment-window-blocked')}</p>
        <p className={styles.ways}>
          <Button icon="again" onClick={onAgain}>
            {t('common:action.retry')}
          </Button>
          {url && (
            <a className={buttonClass({ variant: 'text' })} href={url} target="_blank" rel="noopener">
              {t('pay.link')}
            </a>
          )}
        </p>
      </div>
    </div>
  )
}

type CheckoutPayProps = {
  order: OrderDetail
  payment: Payment
  /** Whether the provider only pretends to move money. */
  isSandbox: boolean
}

/** The payment is made in a window of its provider, and followed here. */
export const CheckoutPay = ({ order, payment, isSandbox }: CheckoutPayProps) => {
  const { t, i18n } = useTranslation('deposit')
  const checkout = useCheckout(order.id, payment.look)
  const total = formatSum(order.total, order.currency, i18n.language)
  return (
    <Step
      foot={
        <Button
          variant="primary"
          size="big"
          wide
          icon="window"
          busy={checkout.isBusy}
          disabled={payment.isOver || !payment.isOnline}
          onClick={checkout.open}
        >
          {checkout.isBusy
            ? t('pay.opening')
            : checkout.wasOpened
              ? t('pay.again')
              : t('pay.open', { total })}
        </Button>
      }
    >
      <PayTrouble payment={payment} error={checkout.error} />
      <DueCard order={order} label={t('toPay')} canCopy={false} />
      {checkout.isBlocked && <Blocked url={checkout.url} onAgain={checkout.open} />}
      <p className={styles.text}>{t('pay.text')}</p>
      {isSandbox && (
        <p className={styles.text}>
          <Chip small>{t('sandbox')}</Chip> {t('sandboxText')}
        </p>
      )}
      <p className={styles.waiting} role="status">
        {checkout.wasOpened && !payment.isOver && (
          <>
            <Spinner />
            {t('pay.opened')}
          </>
        )}
      </p>
    </Step>
  )
}
