import { type ConnectionRow, type DeskConversation, deskCalls } from '@minefall/shared/contracts/desk'
import { detectLanguage, languageName } from '@minefall/shared/languages'
import { type RefObject, useRef } from 'react'
import { ask } from '../../api.ts'
import { useConnections } from '../../connection-rows.ts'
import { useIsTold, useWatch } from '../../live.ts'
import { useAct } from '../../queries.ts'
import { useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { closeWords } from '../../ui/close-words.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerLink.tsx'
import { PlayerNow } from '../../ui/PlayerNow.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { count } from '../../ui/words.ts'
import { Messages } from './Messages.tsx'
import { Reply } from './Reply.tsx'
import styles from './Thread.module.css'
import { type Thread as Talk, useThread } from './use-thread.ts'

const inMs = (value: number | null) => (value === null ? '–' : `${Math.round(value)} ms`)

const Connection = ({ row }: { row: ConnectionRow }) => (
  <Section title={<StateDot state={row.state} />} note={<Time at={row.stateSince} />}>
    <Facts
      of={[
        ['Round trip', inMs(row.roundTripMs)],
        ['Jitter', inMs(row.jitterMs)],
        ['Device', row.device || '–'],
        ['Reconnects', count(row.reconnectsLastHour)],
        ['Last close', row.lastClose ? closeWords[row.lastClose.code] : '–'],
        ['Matches', row.matches.length === 0 ? '–' : count(row.matches.length)],
      ]}
    />
  </Section>
)

/** How a player is connected now, each tab of theirs. */
const Connections = ({ playerId }: { playerId: string }) => {
  useWatch(playerId)
  const rows = [...useConnections().values()].filter((row) => row.playerId === playerId)
  const isTold = useIsTold(playerId)
  if (rows.length === 0)
    return <Empty>{isTold ? 'Not connected now.' : 'Looking for the connection …'}</Empty>
  return rows.map((row) => <Connection key={row.id} row={row} />)
}

/** Who a player is, beside what they write. */
const Who = ({ conversation }: { conversation: DeskConversation }) => {
  const { player, locale } = conversation
  return (
    <Section title={<PlayerLink id={player.id} name={player.nickname} guest={player.guest} />}>
      <Facts
        of={[
          ['Email', player.email || '–'],
          ['Phone', player.phoneNumber || '–'],
          ['Reads', languageName(locale)],
        ]}
      />
    </Section>
  )
}

const rereads = [deskCalls.conversations]

/** Marks what is in sight as read, each message once. */
const useReadMark = (playerId: string, { staffRead }: Talk) => {
  const told = useRef(0)
  return (seq: number) => {
    if (seq <= Math.max(told.current, staffRead)) return
    told.current = seq
    ask(deskCalls.readConversation, { params: { playerId }, body: { seq } }).catch(() => {
      // What comes next tells it again.
      told.current = 0
    })
  }
}

/** Whose it is, and what may be done with it as a whole. */
const Acts = ({ playerId, thread }: { playerId: string; thread: Talk }) => {
  const staff = useStaff()
  const params = { playerId }
  const words = { 1409: 'Somebody was quicker, or something more was written. Look again.' }
  const assign = useAct(
    (staffId: string | null) => {
      const was = thread.conversation?.assignedTo?.id ?? null
      return ask(deskCalls.assignConversation, { params, body: { staffId, was } })
    },
    { rereads, words },
  )
  const close = useAct(() => ask(deskCalls.closeConversation, { params, body: { seq: thread.lastSeq } }), {
    rereads,
    words,
    done: 'The conversation is closed.',
  })
  const { conversation } = thread
  if (!conversation) return null
  const { status, assignedTo } = conversation
  if (status === 'closed') return <Chip>Closed</Chip>
  const isMine = assignedTo?.id === staff.id
  return (
    <>
      <span className={styles.whose}>
        {isMine ? 'Yours' : assignedTo ? `${assignedTo.name}’s` : 'Nobody’s'}
      </span>
      {isMine ? (
        <Button busy={assign.isPending} onClick={() => assign.mutate(null)}>
          Release
        </Button>
      ) : (
        <Button busy={assign.isPending} onClick={() => assign.mutate(staff.id)}>
          {assignedTo ? 'Take over' : 'Take'}
        </Button>
      )}
      <Button busy={close.isPending} onClick={() => close.mutate(undefined)}>
        Close
      </Button>
    </>
  )
}

type ThreadProps = { playerId: string; field: RefObject<HTMLTextAreaElement | null> }

/** One conversation: what was said, where staff answer, and who it is with. */
export const Thread = ({ playerId, field }: ThreadProps) => {
  const thread = useThread(playerId)
  const seen = useReadMark(playerId, thread)
  const { conversation, isNone, read } = thread
  const name = conversation?.player.nickname || playerId
  if (!conversation && !isNone) return <Waiting of={read} />
  return (
    <>
      <section className={styles.thread} aria-label={`Conversation with ${name}`}>
        <header className={styles.head}>
          <h2 className={styles.title}>
            <PlayerLink id={playerId} name={name} guest={conversation?.player.guest ?? false} />
          </h2>
          <span className={styles.now}>
            <PlayerNow playerId={playerId} />
          </span>
          <div className={styles.acts}>
            <Acts playerId={playerId} thread={thread} />
          </div>
        </header>
        {isNone ? (
          <Empty>They have not written yet. What you write begins the conversation.</Empty>
        ) : (
          <Messages thread={thread} player={name} onSeen={seen} />
        )}
        <Reply
          playerId={playerId}
          thread={thread}
          language={detectLanguage(null, conversation ? [conversation.locale] : [])}
          field={field}
        />
      </section>
      <aside className={styles.beside} aria-label="The player">
        {conversation && <Who conversation={conversation} />}
        <Connections playerId={playerId} />
      </aside>
    </>
  )
}
