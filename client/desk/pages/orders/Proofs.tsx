import { type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { classes } from '../../../src/ui/classes.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { reachable } from '../../ui/KeyHint.tsx'
import { useFileUrl } from '../../ui/Picture.tsx'
import { Time } from '../../ui/Time.tsx'
import { Empty, Waiting } from '../../ui/Waiting.tsx'
import { bytes } from '../../ui/words.ts'
import styles from './shown.module.css'

type Proof = DeskOrderDetail['proofs'][number]

/** How large a picture is shown: fitted, or as a multiple of its natural size. */
const sizes = [0, 0.5, 1, 1.5, 2, 3] as const

type ViewerProps = { proof: Proof; nth: number; of: number; onNext: (() => void) | null }

const Viewer = ({ proof, nth, of, onNext }: ViewerProps) => {
  const { url, read } = useFileUrl(deskCalls.proof, proof.id)
  const [step, setStep] = useState(0)
  const [turns, setTurns] = useState(0)
  const [width, setWidth] = useState(0)
  const size = sizes[step] ?? 0
  return (
    <section className={styles.shown} aria-label="Proof of the payment">
      <div className={styles.tools}>
        <span>
          <strong>
            Proof {nth} of {of}
          </strong>{' '}
          {bytes(proof.bytes)}, <Time at={proof.at} as="day" />
        </span>
        {onNext && (
          <Button small onClick={onNext}>
            Next picture
          </Button>
        )}
        <IconButton icon="minus" label="Smaller" disabled={step === 0} onClick={() => setStep(step - 1)} />
        <span className={styles.zoom} role="status">
          {size === 0 ? 'Fits' : `${size * 100} %`}
        </span>
        <IconButton
          icon="plus"
          label="Larger"
          disabled={step === sizes.length - 1}
          onClick={() => setStep(step + 1)}
        />
        <IconButton icon="again" label="Rotate" onClick={() => setTurns(turns + 1)} />
        <IconButton
          icon="outside"
          label="Open in a new tab"
          disabled={url === null}
          onClick={() => url !== null && window.open(url, '_blank', 'noopener')}
        />
      </div>
      <div className={styles.stage} ref={reachable}>
        {url === null ? (
          <Waiting of={read} what="Loading the picture" />
        ) : (
          <img
            src={url}
            alt={`What the player sent as proof of the payment, ${nth} of ${of}`}
            className={classes(
              styles.picture,
              size === 0 && (turns % 2 === 0 ? styles.fit : styles.fitTurned),
            )}
            style={{
              ...(size === 0 ? {} : { width: width * size }),
              ...(turns % 4 === 0 ? {} : { transform: `rotate(${turns * 90}deg)` }),
            }}
            onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)}
          />
        )}
      </div>
    </section>
  )
}

/** The pictures that show a payment, one at a time. */
export const Proofs = ({ order }: { order: DeskOrderDetail }) => {
  const [place, setPlace] = useState(0)
  const { proofs } = order
  const nth = Math.min(place, proofs.length - 1)
  const proof = proofs[nth]
  if (!proof)
    return (
      <section className={styles.shown} aria-label="Proof of the payment">
        <div className={styles.tools}>
          <strong>No proof</strong>
        </div>
        <Empty>
          {order.method === 'checkout'
            ? 'The payment provider confirms the payment, so there is no picture.'
            : 'The player hasn’t sent a picture.'}
        </Empty>
      </section>
    )
  return (
    <Viewer
      key={proof.id}
      proof={proof}
      nth={nth + 1}
      of={proofs.length}
      onNext={proofs.length > 1 ? () => setPlace((nth + 1) % proofs.length) : null}
    />
  )
}
