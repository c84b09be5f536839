import { type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { type FormEvent, useState } from 'react'
import { ask, fieldOf, wordsFor } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toasts.ts'
import { decided, orderWords } from './calls.ts'
import { isLastApproval } from './doable.ts'
import { flagWords, inOrder } from './flag-words.ts'
import { whyTwo } from './order-words.ts'
import styles from './orders.module.css'

/** What the API takes: what can be printed, without a space at its beginning. */
const referencePattern = /^[\x21-\x7e][\x20-\x7e]{2,99}$/

const Outcome = ({ order }: { order: DeskOrderDetail }) => {
  if (!isLastApproval(order.approvals))
    return (
      <p>
        {whyTwo(order.approvals)} This is the first of two approvals. Nothing moves until someone else
        approves too.
      </p>
    )
  const player = <bdi>{order.player.nickname}</bdi>
  return order.kind === 'deposit' ? (
    <p>
      <Coins amount={order.amount} /> coins are credited to {player} at once.
    </p>
  ) : (
    <p>
      The <Coins amount={order.amount} /> coins that are held leave the account of {player} for good.
    </p>
  )
}

const Form = ({ order, onClose }: { order: DeskOrderDetail; onClose: () => void }) => {
  const [reference, setReference] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const against = inOrder(order.flags).filter((flag) => flagWords[flag].tone === 'bad')
  const approve = async (event: FormEvent) => {
    event.preventDefault()
    const given = reference.trim()
    if (!referencePattern.test(given))
      return setError(
        'Enter it as the bank, the chain or the provider names it: 3 to 100 letters, digits and signs.',
      )
    setBusy(true)
    try {
      const { status, number } = await decided(
        ask(deskCalls.approveOrder, { params: { id: order.id }, body: { reference: given } }),
      )
      toast.good(status === 'completed' ? `${number} is completed.` : `${number} waits for a second person.`)
      onClose()
    } catch (refused) {
      setError(
        fieldOf(refused) === 'reference' ? 'This can’t be a reference.' : wordsFor(refused, orderWords),
      )
      setBusy(false)
    }
  }
  return (
    <form className={styles.flags} onSubmit={approve}>
      <Outcome order={order} />
      {against.length > 0 && (
        <p className={styles.note}>
          Against it: {against.map((flag) => flagWords[flag].label.toLowerCase()).join(', ')}.
        </p>
      )}
      <Field
        label={order.kind === 'deposit' ? 'Reference of the payment' : 'Reference of the payout'}
        help="A payment pays for one order, however its reference is written."
        value={reference}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        error={error}
        onChange={({ target }) => {
          setReference(target.value)
          setError(null)
        }}
      />
      <div className={styles.row}>
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="go" submit busy={isBusy}>
          Approve
        </Button>
      </div>
    </form>
  )
}

/** Asks for the reference of the payment and approves. */
export const ApproveDialog = ({
  order,
  open,
  onClose,
}: {
  order: DeskOrderDetail
  open: boolean
  onClose: () => void
}) => (
  <Dialog open={open} onClose={onClose} title={`Approve ${order.number}`}>
    <Form order={order} onClose={onClose} />
  </Dialog>
)
