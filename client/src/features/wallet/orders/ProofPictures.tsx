import { type OrderDetail, walletCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { useSession } from '../../../machines/session/index.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useOrderText } from './order-text.ts'
import styles from './proof.module.css'
import { useObjectUrl } from './use-object-url.ts'

type Proof = OrderDetail['proofs'][number]

/** Fetched with the session's token: no address of a proof is good by itself. */
const useProof = (id: string) => {
  const userId = useSession(({ context }) => context.user?.id)
  return useQuery({
    queryKey: ['account', userId, 'proof', id],
    queryFn: ({ signal }) => ask(walletCalls.proof, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
}

const ProofPicture = ({ proof, number }: { proof: Proof; number: number }) => {
  const { t } = useTranslation('orders')
  const text = useOrderText()
  const { data, isError, refetch } = useProof(proof.id)
  const url = useObjectUrl(data)
  const [isLarge, setLarge] = useState(false)
  const alt = t('proof.alt', { number, at: text.time(proof.at) })
  if (isError)
    return (
      <button
        type="button"
        className={styles.thumb}
        aria-label={t('proof.again', { number })}
        onClick={() => refetch()}
      >
        <Icon name="again" />
      </button>
    )
  return (
    <>
      <button
        type="button"
        className={styles.thumb}
        aria-label={t('proof.open', { number })}
        aria-busy={url === null}
        disabled={url === null}
        onClick={() => setLarge(true)}
      >
        {url === null ? <Spinner /> : <img src={url} alt="" />}
      </button>
      {url !== null && isLarge && (
        <Dialog open size="wide" title={t('proof.title', { number })} onClose={() => setLarge(false)}>
          <img className={styles.large} src={url} alt={alt} />
        </Dialog>
      )}
    </>
  )
}

/** The pictures of a payment, small; each opens large. */
export const ProofPictures = ({ proofs }: { proofs: readonly Proof[] }) => (
  <span className={styles.thumbs}>
    {proofs.map((proof, place) => (
      <ProofPicture key={proof.id} proof={proof} number={place + 1} />
    ))}
  </span>
)
