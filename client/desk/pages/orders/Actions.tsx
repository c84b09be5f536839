import { type DeskOrderDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { Check, Fingerprint, Hand, X } from 'lucide-react'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useAct } from '../../queries.ts'
import { useMay, useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { useKeys } from '../../ui/keys.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { decided, orderWords } from './calls.ts'
import { doable, isLastApproval } from './doable.ts'
import { speaksAgainst } from './flag-words.ts'
import { endingOf, whyNotYou } from './order-words.ts'
import styles from './orders.module.css'

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
