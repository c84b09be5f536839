import { type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { Check, Fingerprint, Hand, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ask, fieldOf, wordsFor } from '../../api.ts'
import { useAct } from '../../queries.ts'
import { useMay, useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, ReasonDialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { KeyHint, useKeys } from '../../ui/KeyHint.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { decided, doable, isLastApproval, orderWords } from './doable.ts'
import { endingOf, flagWords, inOrder, speaksAgainst, whyNotYou, whyTwo } from './order-words.ts'
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
const ApproveDialog = ({
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

const rejections = {
  deposit: [
    'The amount differs',
    'The picture can’t be read',
    'This picture was used before',
    'The payment did not arrive',
  ],
  withdrawal: [
    'The destination is not in your name',
    'The destination does not exist',
    'Please write to support first',
  ],
} as const

/** Takes, approves, rejects, and reviews who owns the account. */
export const Actions = ({ order }: { order: DeskOrderDetail }) => {
  const [asks, setAsks] = useState<'approve' | 'reject' | 'identity' | null>(null)
  const me = useStaff()
  const params = { id: order.id }
  const [mayDecide, mayReview] = [useMay('orders.decide'), useMay('accounts.review')]
  const take = useAct(() => decided(ask(deskCalls.takeOrder, { params })), { words: orderWords })
  const can = doable(order, me.id)
  const askFor = (what: typeof asks) => () => {
    if (mayDecide && ((what === 'approve' && can.approve) || (what === 'reject' && can.reject))) setAsks(what)
  }
  useKeys({
    t: () => {
      if (mayDecide && can.take && !take.isPending) take.mutate()
    },
    a: askFor('approve'),
    r: askFor('reject'),
  })
  const close = () => setAsks(null)
  const isAgainst = speaksAgainst(order.flags)
  const ending = endingOf(order)
  if (!mayDecide)
    return (
      <div className={styles.do}>
        <p>Your role looks at orders; finance decides about them.</p>
      </div>
    )
  return (
    <div className={styles.do}>
      {can.take && (
        <Button
          tone="act"
          icon={Hand}
          className={styles.whole}
          busy={take.isPending}
          onClick={() => take.mutate()}
        >
          Take it under review
        </Button>
      )}
      {can.waitsForIdentity && mayReview && (
        <Button icon={Fingerprint} className={styles.whole} onClick={() => setAsks('identity')}>
          Review who owns the account
        </Button>
      )}
      {(can.approve || can.waitsForOther || can.waitsForIdentity || order.deciders.refused !== null) && (
        <Button
          tone={isAgainst ? 'plain' : 'go'}
          icon={Check}
          disabled={!can.approve}
          onClick={() => setAsks('approve')}
        >
          {isAgainst ? 'Approve anyway' : 'Approve'}
        </Button>
      )}
      {can.reject && (
        <Button tone={isAgainst ? 'stop' : 'red'} icon={X} onClick={() => setAsks('reject')}>
          Reject
        </Button>
      )}
      <p>
        {order.endedAt !== null && (ending ?? 'It is completed: nothing is left to decide.')}
        {can.take && 'Whoever takes it says that they look at it; anybody may decide afterwards.'}
        {can.waitsForOther && 'You have approved it. Somebody else approves it too, or it is rejected.'}
        {order.deciders.refused !== null && whyNotYou(order)}
        {can.approve &&
          !isLastApproval(order.approvals) &&
          'Nothing moves until two different people have approved.'}
        {order.status === 'submitted' && 'It is not paid yet: it ends by itself when its time is over.'}
      </p>
      <ApproveDialog order={order} open={asks === 'approve'} onClose={close} />
      <ReasonDialog
        open={asks === 'reject'}
        onClose={close}
        title={`Reject ${order.number}`}
        detail={
          order.kind === 'deposit'
            ? 'Nothing is credited. The player reads the reason.'
            : 'The held coins are free again. The player reads the reason.'
        }
        action="Reject"
        presets={rejections[order.kind]}
        onConfirm={async (reason) => {
          await decided(ask(deskCalls.rejectOrder, { params, body: { reason } }))
          toast.plain(`${order.number} is rejected.`)
        }}
      />
      <ReasonDialog
        open={asks === 'identity'}
        onClose={close}
        title="Who owns this account?"
        detail={`You have seen who ${order.player.nickname} is, and it is their own account. This is noted once, for good, in the audit log.`}
        action="I have reviewed it"
        tone="go"
        presets={['Passport seen', 'Identity card seen', 'Video call']}
        onConfirm={async (reason) => {
          const { id } = order.player
          await decided(ask(deskCalls.reviewIdentity, { params: { id }, body: { reason } }))
          toast.good('The identity is reviewed.')
        }}
      />
    </div>
  )
}

/** The keys of an order, for the line below the queue. */
export const orderKeys = <KeyHint keys="T A R" does="take, approve, reject" />
