import { type DeskProposal, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, type ChipTone } from '../../ui/Chip.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Empty, Waiting } from '../../ui/Waiting.tsx'
import { channelName } from './ChannelDialog.tsx'
import { changeLines } from './change-lines.ts'
import lists from './tables.module.css'

const states: Readonly<Record<DeskProposal['status'], { label: string; tone: ChipTone }>> = {
  open: { label: 'Needs a second admin', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'ok' },
  withdrawn: { label: 'Withdrawn', tone: 'plain' },
  lapsed: { label: 'Expired', tone: 'plain' },
}

const nameOf = (proposal: DeskProposal): string =>
  proposal.what === 'channel'
    ? `${channelName(proposal.after)} in ${proposal.after.currency}`
    : `Shown rate of ${proposal.after.name}`

/** The changed fields with their old and new values. */
const Lines = ({ proposal }: { proposal: DeskProposal }) => (
  <table className={lists.lines}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">{proposal.status === 'open' ? 'Now' : 'Before'}</th>
        <th scope="col">Proposed</th>
      </tr>
    </thead>
    <tbody>
      {changeLines(proposal).map(({ name, before, after }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <bdi>{before}</bdi>
          </td>
          <td className={lists.after}>
            <bdi>{after}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

type Act = 'confirm' | 'withdraw'

const texts = {
  confirm: {
    call: deskCalls.confirmProposal,
    title: 'Confirm the change',
    detail: 'Takes effect at once for new orders. Check each value against your own records.',
    action: 'Confirm',
    done: 'Change in effect.',
  },
  withdraw: {
    call: deskCalls.withdrawProposal,
    title: 'Withdraw the proposal',
    detail: 'Nothing changes. It can be proposed again.',
    action: 'Withdraw',
    done: 'Proposal withdrawn.',
  },
} as const

const Proposal = ({ proposal }: { proposal: DeskProposal }) => {
  const [asks, setAsks] = useState<Act | null>(null)
  const me = useStaff()
  const { id, proposedBy, proposedAt, expiresAt, reason, status, ended } = proposal
  const isOwn = proposedBy.id === me.id
  const act = async (what: Act, said: string) => {
    const { call, done } = texts[what]
    await thenReread(
      ask(call, { params: { id }, body: { reason: said } }),
      deskCalls.proposals,
      deskCalls.channels,
      deskCalls.currencies,
    )
    toast.good(done)
  }
  return (
    <li className={lists.proposal} aria-label={nameOf(proposal)}>
      <h2>
        {nameOf(proposal)} <Chip tone={states[status].tone}>{states[status].label}</Chip>
      </h2>
      <p className={lists.who}>
        {isOwn ? 'You' : proposedBy.name}, <Time at={proposedAt} as="day" />: {reason}
      </p>
      {ended !== null && (
        <p className={lists.who}>
          {states[status].label} by {ended.by.id === me.id ? 'you' : ended.by.name},{' '}
          <Time at={ended.at} as="day" />
        </p>
      )}
      {status === 'open' && (
        <p className={lists.who}>
          Expires <Time at={expiresAt} as="day" />
        </p>
      )}
      <Lines proposal={proposal} />
      {status === 'open' && (
        <div className={lists.buttons}>
          {isOwn && <p className={lists.who}>Another admin must confirm it.</p>}
          <Button onClick={() => setAsks('withdraw')}>Withdraw</Button>
          {!isOwn && (
            <Button tone="go" onClick={() => setAsks('confirm')}>
              Confirm
            </Button>
          )}
        </div>
      )}
      {asks && (
        <ReasonDialog
          open
          onClose={() => setAsks(null)}
          title={texts[asks].title}
          detail={texts[asks].detail}
          action={texts[asks].action}
          tone={asks === 'confirm' ? 'go' : 'stop'}
          onConfirm={(said) => act(asks, said)}
        />
      )}
    </li>
  )
}

/** Proposed changes of payment accounts and rates: the open ones and the latest that ended. */
export const Proposals = () => {
  const read = useRead(deskCalls.proposals, {})
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={lists.list}>
      <p className={lists.note}>
        Changes to payment accounts and rates take two admins: one proposes, another confirms. Every admin
        gets an email.
      </p>
      {read.data.length === 0 ? (
        <Empty>No proposals.</Empty>
      ) : (
        <ul className={lists.proposals} aria-label="Proposals">
          {read.data.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} />
          ))}
        </ul>
      )}
    </div>
  )
}
