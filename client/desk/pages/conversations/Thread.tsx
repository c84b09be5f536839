import { type ConnectionRow, type DeskConversation, deskCalls } from '@minefall/shared/contracts/desk'
import type { ChatMessage } from '@minefall/shared/contracts/live'
import { detectLanguage, languageName } from '@minefall/shared/languages'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../../../src/ui/classes.ts'
import { ask } from '../../api.ts'
import { useConnections } from '../../connection-rows.ts'
import { useIsReported, useWatch } from '../../live.ts'
import { useAct } from '../../queries.ts'
import { useStaff } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { reachable } from '../../ui/KeyHint.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { PlayerLink, PlayerNow } from '../../ui/PlayerNow.tsx'
import { StateDot } from '../../ui/StateDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { Empty, Waiting } from '../../ui/Waiting.tsx'
import { closeWords, count } from '../../ui/words.ts'
import styles from './Conversations.module.css'
import { Reply } from './Reply.tsx'
import { type Thread as Talk, useThread } from './use-thread.ts'

/** As near to the end as this counts as there, in pixels. */
const nearPx = 48

const MessagePicture = ({ pictureId, by }: { pictureId: string; by: string }) => {
  const [isLarge, setLarge] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`Picture by ${by}, in full`}
        onClick={() => setLarge(true)}
      >
        <Picture id={pictureId} alt="" />
      </button>
      <Dialog open={isLarge} onClose={() => setLarge(false)} title={`Picture by ${by}`} wide>
        <Picture id={pictureId} alt={`Picture by ${by}`} />
      </Dialog>
    </>
  )
}

type MessageProps = { message: ChatMessage; player: string; isRead: boolean }

const Message = ({ message, player, isRead }: MessageProps) => {
  const { author, name, text, pictureId, at } = message
  if (author === 'system')
    return (
      <li className={styles.system} dir="auto">
        {text}, <Time at={at} as="day" />
      </li>
    )
  const by = author === 'player' ? player : (name ?? 'staff')
  return (
    <li className={classes(styles.message, author === 'staff' && styles.ours)}>
      <p className={styles.by}>
        <bdi>{by}</bdi>, <Time at={at} as="day" />
        {author === 'staff' && (isRead ? ', read' : ', not read yet')}
      </p>
      {pictureId !== null && <MessagePicture pictureId={pictureId} by={by} />}
      {text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
    </li>
  )
}

type MessagesProps = {
  thread: Talk
  player: string
  /** The newest message is in sight, in a tab that is looked at. */
  onSeen(seq: number): void
}

/** What was said, the newest last, followed for as long as one is at its end. */
const Messages = ({ thread, player, onSeen }: MessagesProps) => {
  const { messages, hasMore, more, isTyping, playerRead, lastSeq } = thread
  const place = useRef<HTMLDivElement | null>(null)
  const isAtEnd = useRef(true)
  const before = useRef({ first: 0, height: 0 })
  const seen = useRef(onSeen)
  seen.current = onSeen
  const look = () => {
    if (isAtEnd.current && document.visibilityState === 'visible' && lastSeq > 0) seen.current(lastSeq)
  }
  const looked = useRef(look)
  looked.current = look

  const first = messages[0]?.seq ?? 0
  // What is shown may have grown at either end, by a message, by a picture that has come, or by someone who types.
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    if (first < before.current.first) element.scrollTop += element.scrollHeight - before.current.height
    else if (isAtEnd.current) element.scrollTop = element.scrollHeight
    before.current = { first, height: element.scrollHeight }
    looked.current()
  })
  useEffect(() => {
    const show = () => looked.current()
    document.addEventListener('visibilitychange', show)
    return () => document.removeEventListener('visibilitychange', show)
  }, [])

  return (
    <div
      className={styles.messagesScroll}
      ref={(element) => {
        place.current = element
        reachable(element)
      }}
      onScroll={({ currentTarget }) => {
        const { scrollHeight, scrollTop, clientHeight } = currentTarget
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearPx
        look()
      }}
    >
      {hasMore && (
        <Button small busy={more.isPending} className={styles.older} onClick={() => more.mutate(undefined)}>
          Show earlier messages
        </Button>
      )}
      <ol className={styles.messagesList} role="log" aria-label={`Conversation with ${player}`}>
        {messages.map((message) => (
          <Message key={message.seq} message={message} player={player} isRead={message.seq <= playerRead} />
        ))}
      </ol>
      <p className={styles.typing} role="status">
        {isTyping && (
          <>
            <bdi>{player}</bdi> is typing…
          </>
        )}
      </p>
    </div>
  )
}

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
  const isReported = useIsReported(playerId)
  if (rows.length === 0)
    return <Empty>{isReported ? 'Not connected now.' : 'Looking for the connection…'}</Empty>
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
  const words = { 1409: 'This conversation has changed. Check it again.' }
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
        {isMine ? 'Yours' : assignedTo ? `${assignedTo.name}’s` : 'Unassigned'}
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
        <header className={styles.threadHead}>
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
          <Empty>No messages yet. Write the first one.</Empty>
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
