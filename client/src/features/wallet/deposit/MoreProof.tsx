import { type OrderDetail, proofsMax } from '@minefall/shared/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { orderKey } from '../orders/index.ts'
import { ProofUpload } from './ProofUpload.tsx'
import { useProofUpload } from './use-proof-upload.ts'

/** Pictures can be added until staff look at them. */
export const takesProof = ({ method, status, proofs }: OrderDetail): boolean =>
  method !== 'checkout' && status === 'paid' && proofs.length < proofsMax

/** A picture for whoever said that they paid without one, or wants to add another. */
export const MoreProof = ({ userId, order }: { userId: string; order: OrderDetail }) => {
  const { t } = useTranslation('deposit')
  const client = useQueryClient()
  const proof = useProofUpload(order.id)
  const send = async () => {
    const sent = await proof.send()
    if (sent) client.setQueryData(orderKey(userId, order.id), sent)
  }
  return (
    <ProofUpload of={proof} count={order.proofs.length}>
      {proof.file && (
        <Button icon="upload" busy={proof.share !== null} onClick={send}>
          {t(proof.trouble || proof.isCancelled ? 'proof.retry' : 'proof.send')}
        </Button>
      )}
    </ProofUpload>
  )
}
