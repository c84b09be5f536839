import { type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { type FormEvent, useState } from 'react'
import { ask, fieldOf, wordsFor } from '../../api.ts'
import { useAct } from '../../queries.ts'
import { useMay, useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, ReasonDialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { KeyHint, useKeys } from '../../ui/KeyHint.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { useSending } from '../../ui/sending.ts'
import { toast } from '../../ui/ToastRegion.tsx'
import { decided, doable, isLastApproval, orderWords } from './doable.ts'
import { endingOf, flagWords, inOrder, speaksAgainst, whyNotYou, whyTwo } from './order-words.ts'
import styles from './orders.module.css'

/** What the API takes: what can be printed, without a space at its beginning. */
const referencePattern = /^[\x21-\x7e][\x20-\x7e]{2,99}$/

const Outcome = ({ order, corrects }: { order: DeskOrderDetail; corrects: boolean }) => {
  if (corrects)
    return <p>Correct the reference that you approved it under. The second person has to name the same.</p>
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
      The <Coins amount={order.amount} /> held coins permanently leave the account of {player}.
    </p>
  )
}

type FormProps = { order: DeskOrderDetail; onClose: () => void }

const Form = ({ order, onClose }: FormProps) => {
  const me = useStaff()
  const own = order.approvals.given.find(({ staffId }) => staffId === me.id)
  const [reference, setReference] = useState(own?.reference ?? '')
  const { error, setError, isBusy, send } = useSending(onClose, (refused) =>
    fieldOf(refused) === 'reference' ? 'This isn’t a valid reference.' : wordsFor(refused, orderWords),
  )
  const against = inOrder(order.flags).filter((flag) => flagWords[flag].tone === 'bad')
  const complete = async (given: string) => {
    const { status, number } = await decided(
      ask(deskCalls.approveOrder, { params: { id: order.id }, body: { reference: given } }),
    )
    toast.good(status === 'completed' ? `${number} completed.` : `${number} waits for a second person.`)
  }
  const approve = (event: FormEvent) => {
    event.preventDefault()
    const given = reference.trim()
    if (!referencePattern.test(given))
      return setError(
        'Enter it as the bank, chain or provider shows it: 3 to 100 letters, digits and symbols.',
      )
    void send(complete(given))
  }
  return (
    <form className={styles.flags} onSubmit={approve}>
      <Outcome order={order} corrects={doable(order, me.id).waitsForOther} />
      {against.length > 0 && (
        <p className={styles.note}>
          Concerns: {against.map((flag) => flagWords[flag].label.toLowerCase()).join(', ')}.
        </p>
      )}
      <Field
        label={order.kind === 'deposit' ? 'Reference of the payment' : 'Reference of the payout'}
        help="A payment counts for one order only, no matter how its reference is written."
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
const ApproveDialog = ({ order, open, onClose }: FormProps & { open: boolean }) => (
  <Dialog open={open} onClose={onClose} title={`Approve ${order.number}`}>
    <Form order={order} onClose={onClose} />
  </Dialog>
)

const rejections = {
  deposit: [
    'The amount differs',
    'The picture can’t be read',
    'This picture was used before',
    'The payment didn’t arrive',
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
        <p>Your role can view orders. Finance decides.</p>
      </div>
    )
  return (
    <div className={styles.do}>
      {can.take && (
        <Button
          tone="act"
          icon="hand"
          className={styles.whole}
          busy={take.isPending}
          onClick={() => take.mutate()}
        >
          {order.kind === 'deposit' ? 'Start review' : 'Start payout'}
        </Button>
      )}
      {can.waitsForIdentity && mayReview && (
        <Button icon="fingerprint" className={styles.whole} onClick={() => setAsks('identity')}>
          Review who owns the account
        </Button>
      )}
      {(can.approve || can.waitsForIdentity || order.deciders.refused !== null) && (
        <Button
          tone={isAgainst ? 'plain' : 'go'}
          icon="check"
          disabled={!can.approve}
          onClick={() => setAsks('approve')}
        >
          {can.waitsForOther ? 'Correct the reference' : isAgainst ? 'Approve anyway' : 'Approve'}
        </Button>
      )}
      {can.reject && (
        <Button tone={isAgainst ? 'stop' : 'red'} icon="close" onClick={() => setAsks('reject')}>
          Reject
        </Button>
      )}
      <p>
        {order.endedAt !== null && (ending ?? 'Completed. There’s nothing left to decide.')}
        {can.take &&
          order.kind === 'deposit' &&
          (order.endedAt === null
            ? 'Taking it shows that you’re on it. Anyone can still decide.'
            : ' If its payment arrived after all, start a review.')}
        {can.waitsForOther && 'You approved it. Someone else has to approve it too.'}
        {order.deciders.refused !== null && whyNotYou(order)}
        {can.approve && !isLastApproval(order.approvals) && 'No coins move until two people have approved.'}
        {order.status === 'submitted' && 'Not paid yet. It expires when its time is up.'}
      </p>
      <ApproveDialog order={order} open={asks === 'approve'} onClose={close} />
      <ReasonDialog
        open={asks === 'reject'}
        onClose={close}
        title={`Reject ${order.number}`}
        detail={
          order.kind === 'deposit'
            ? 'No coins are credited. The player sees the reason.'
            : 'The held coins are released. Make sure that no one paid it. The player sees the reason.'
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
        detail={`You verified who ${order.player.nickname} is, and it is their own account. This is recorded permanently in the audit log.`}
        action="I have reviewed it"
        tone="go"
        presets={['Passport seen', 'Identity card seen', 'Video call']}
        onConfirm={async (reason) => {
          const { id } = order.player
          await decided(ask(deskCalls.reviewIdentity, { params: { id }, body: { reason } }))
          toast.good('Identity reviewed.')
        }}
      />
    </div>
  )
}

/** The keys of an order, for the line below the queue. */
export const orderKeys = <KeyHint keys="T A R" does="take, approve, reject" />
