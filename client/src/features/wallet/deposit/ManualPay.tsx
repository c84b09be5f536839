import { bodyCode, type OrderDetail } from '@minefall/shared/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCallError } from '../../../lib/call-error.ts'
import { errorText } from '../../../lib/notices.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Step } from '../parts/Step.tsx'
import { DueCard } from './DueCard.tsx'
import { tellPaid } from './deposit-calls.ts'
import { Guide } from './Guide.tsx'
import { PayTo } from './PayTo.tsx'
import { ProofUpload } from './ProofUpload.tsx'
import type { Payment } from './use-payment.ts'
import { useProofUpload } from './use-proof-upload.ts'

type ManualPayProps = { order: OrderDetail; method: 'alipay' | 'usdt' | 'bank'; payment: Payment }

/** What the payer does elsewhere, step by step, and then tells of here. */
export const ManualPay = ({ order, method, payment }: ManualPayProps) => {
  const { t } = useTranslation('deposit')
  const proof = useProofUpload(order.id)
  const [isTelling, setTelling] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const tell = async () => {
    setError(null)
    if (proof.file) {
      const sent = await proof.send()
      if (sent) payment.moved(sent)
      return
    }
    setTelling(true)
    try {
      payment.moved(await tellPaid(order.id))
    } catch (reason) {
      setError(reason)
      // It moved on without this page: what it is now says more.
      if (isCallError(reason) && reason.code === bodyCode.orderMoved) payment.look()
    } finally {
      setTelling(false)
    }
  }
  return (
    <Step
      foot={
        <Button
          variant="primary"
          size="big"
          wide
          busy={isTelling || proof.share !== null}
          disabled={payment.isOver || !payment.isOnline}
          onClick={tell}
        >
          {t(proof.trouble || proof.isCancelled ? 'proof.retry' : proof.file ? 'sendPaid' : 'paid')}
        </Button>
      }
    >
      {!payment.isOnline && <Note icon="offline">{t('offline')}</Note>}
      {payment.isOver && (
        <Note icon="clock" role="alert">
          {t('timeUp')}
        </Note>
      )}
      {error !== null && (
        <Note icon="alert" role="alert">
          {errorText(error)}
        </Note>
      )}
      <DueCard order={order} label={t('transferExactly')} canCopy />
      <PayTo order={order} />
      <Guide order={order} method={method} />
      <ProofUpload of={proof} />
    </Step>
  )
}
