import { type DeskProposal, deskProposalSchema } from '@minefall/shared/contracts'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../api.ts'
import { reread, useRead } from '../../queries.ts'
import { useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, type ChipTone } from '../../ui/Chip.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import { channelName } from './ChannelDialog.tsx'
import { changeLines } from './change-lines.ts'
import styles from './proposals.module.css'
import lists from './tables.module.css'

const path = '/api/desk/proposals'
const proposalsSchema = z.array(deskProposalSchema)

const states: Readonly<Record<DeskProposal['status'], { label: string; tone: ChipTone }>> = {
  open: { label: 'Waits for a second person', tone: 'warn' },
  confirmed: { label: 'In force', tone: 'ok' },
  withdrawn: { label: 'Taken back', tone: 'plain' },
  lapsed: { label: 'Lapsed', tone: 'plain' },
}

const nameOf = (proposal: DeskProposal): string =>
  proposal.what === 'channel'
    ? `${channelName(proposal.after)} in ${proposal.after.currency}`
    : `What is shown in ${proposal.after.name}`

/** What is changed, the old value beside the new one. */
const Lines = ({ proposal }: { proposal: DeskProposal }) => (
  <table className={styles.lines}>
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
          <td className={styles.after}>
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
    title: 'Confirm the change',
    detail: 'It is in force at once, for orders from now on. Compare each value with what you know yourself.',
    action: 'Confirm',
    done: 'The change is in force.',
  },
  withdraw: {
    title: 'Take the proposal back',
    detail: 'Nothing changes. Who proposed it can propose again.',
    action: 'Take back',
    done: 'The proposal is taken back.',
  },
} as const

const Proposal = ({ proposal }: { proposal: DeskProposal }) => {
  const [asks, setAsks] = useState<Act | null>(null)
  const me = useStaff()
  const { id, proposedBy, proposedAt, expiresAt, reason, status, ended } = proposal
  const isOwn = proposedBy.id === me.id
  const act = async (what: Act, said: string) => {
    try {
      await call(`${path}/${id}/${what}`, { schema: deskProposalSchema, body: { reason: said } })
      toast.good(texts[what].done)
    } finally {
      void reread(path, '/api/desk/channels', '/api/desk/currencies')
    }
  }
  return (
    <li className={styles.proposal} aria-label={nameOf(proposal)}>
      <h3>
        {nameOf(proposal)} <Chip tone={states[status].tone}>{states[status].label}</Chip>
      </h3>
      <p className={styles.who}>
        {isOwn ? 'You' : proposedBy.name}, <Time at={proposedAt} as="day" />: {reason}
        {ended !== null && (
          <>
            {' '}
            Ended by {ended.by.id === me.id ? 'you' : ended.by.name}, <Time at={ended.at} as="day" />.
          </>
        )}
        {status === 'open' && (
          <>
            {' '}
            Lapses <Time at={expiresAt} as="day" />.
          </>
        )}
      </p>
      <Lines proposal={proposal} />
      {status === 'open' && (
        <div className={lists.buttons}>
          {isOwn && <p className={styles.who}>Another admin confirms it.</p>}
          <Button onClick={() => setAsks('withdraw')}>Take back</Button>
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

/** Changes of where deposits are paid to and of rates: those that wait for a second person, and those that ended last. */
export const Proposals = () => {
  const read = useRead(path, proposalsSchema)
  if (!read.data) return <Waiting of={read} />
  return (
    <div className={lists.list}>
      <p className={lists.note}>
        Where deposits are paid to, and rates, change by two people: one proposes, another confirms. Every
        admin is written to.
      </p>
      {read.data.length === 0 ? (
        <Empty>Nothing is proposed.</Empty>
      ) : (
        <ul className={styles.proposals} aria-label="Proposals">
          {read.data.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} />
          ))}
        </ul>
      )}
    </div>
  )
}
