import { bodyCode } from '@minefall/shared/contracts'
import { type OrderDetail, walletCalls } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { isCallError } from '../../../lib/call-error.ts'
import { formatSum } from '../../../lib/format.ts'
import lists from '../../../parts/lists/lists.module.css'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { classes } from '../../../ui/classes.ts'
import { QrCode } from '../../../ui/QrCode.tsx'
import { Step } from '../parts/Step.tsx'
import { DueCard, type Payment, PayTrouble } from './DueCard.tsx'
import styles from './guide.module.css'
import { ProofUpload, useProofUpload } from './ProofUpload.tsx'

type FactName = 'account' | 'name' | 'address' | 'bankName' | 'branchName' | 'accountNumber' | 'remark'
type PayFact = { name: FactName; text: string }

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

/** Where the payment goes: to scan, and to copy piece by piece. */
const PayTo = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('deposit')
  const scanned = scanText(order)
  return (
    <div className={styles.to}>
      {scanned !== null && <QrCode text={scanned} />}
      <dl className={styles.facts}>
        {order.network !== null && (
          <div className={styles.fact}>
            <dt>{t('fact.network')}</dt>
            <dd>{order.network}</dd>
          </div>
        )}
        {payFacts(order).map(({ name, text }) => (
          <div key={name} className={styles.fact} data-long={text.length > 24}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd>{text}</dd>
            <dd className={styles.copy}>
              <CopyButton text={text} what={t(`what.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const parts = ['send', 'remark', 'proof'] as const
type Manual = 'alipay' | 'usdt' | 'bank'

/** What to do, one after the other. */
const Guide = ({ order, method }: { order: OrderDetail; method: Manual }) => {
  const { t, i18n } = useTranslation('deposit')
  const values = {
    total: formatSum(order.total, order.currency, i18n.language),
    remark: order.remark,
    network: order.network ?? '',
  }
  return (
    <ol className={classes(lists.steps, styles.steps)} aria-label={t('steps')}>
      {parts.map((part) => (
        <li key={part}>
          <span>
            <Trans t={t} i18nKey={`guide.${method}.${part}`} values={values} components={{ b: <b /> }} />
          </span>
        </li>
      ))}
    </ol>
  )
}

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
      payment.moved(await ask(walletCalls.sayPaid, { params: { id: order.id } }))
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
          {t(proof.trouble || proof.isCanceled ? 'proof.retry' : proof.file ? 'sendPaid' : 'paid')}
        </Button>
      }
    >
      <PayTrouble payment={payment} error={error} />
      <DueCard order={order} label={t('transferExactly')} canCopy />
      <PayTo order={order} />
      <Guide order={order} method={method} />
      <ProofUpload of={proof} />
    </Step>
  )
}
