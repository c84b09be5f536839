import { type DeskConversation, deskCalls } from '@minefall/shared/contracts/desk'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { classes } from '../../../src/ui/classes.ts'
import { useHeard, useLive } from '../../live.ts'
import { usePages, usePlace } from '../../queries.ts'
import { Chip, FilterChips } from '../../ui/Chip.tsx'
import { KeyHint, listKeys, reachable, useKeys } from '../../ui/KeyHint.tsx'
import layout from '../../ui/Layout.module.css'
import { Bar, Foot } from '../../ui/Layout.tsx'
import { Time, useNow } from '../../ui/Time.tsx'
import { Empty, Pager, Waiting } from '../../ui/Waiting.tsx'
import { count, lasting } from '../../ui/words.ts'
import styles from './Conversations.module.css'
import { Thread } from './Thread.tsx'

const filters = ['open', 'mine', 'unassigned', 'closed'] as const
type Filter = (typeof filters)[number]

/** Who waits longer than these is reported more and more loudly, in milliseconds. */
const [longMs, tooLongMs] = [120_000, 600_000]
/** Messages that come close together are one reason to read the inbox again, in milliseconds. */
const rereadMs = 2_000

const WaitingFor = ({ since }: { since: number }) => {
  const waited = useNow() - since
  const tone = waited >= tooLongMs ? 'bad' : waited >= longMs ? 'warn' : 'plain'
  return <Chip tone={tone}>waits {lasting(waited)}</Chip>
}

const authors = { player: '', staff: 'Us: ', system: '' } as const

const Line = ({ conversation }: { conversation: DeskConversation }) => {
  const { player, last, unread, waitingSince, assignedTo, updatedAt } = conversation
  return (
    <>
      <span className={styles.head}>
        <bdi className={styles.name}>{player.nickname || player.id}</bdi>
        {player.guest && <span className={styles.muted}>guest</span>}
        {unread > 0 && (
          <span className={styles.unread}>
            {count(unread)}
            <span className={layout.aside}> unread</span>
          </span>
        )}
      </span>
      <span className={styles.last} dir="auto">
        {authors[last.author]}
        {last.text || 'A picture'}
      </span>
      <span className={styles.foot}>
        {waitingSince === null ? <Time at={updatedAt} /> : <WaitingFor since={waitingSince} />}
        <span className={styles.muted}>{assignedTo ? assignedTo.name : 'unassigned'}</span>
      </span>
    </>
  )
}

const nothing: Record<Filter, string> = {
  open: 'No open conversations',
  mine: 'You have no open conversations',
  unassigned: 'All open conversations are assigned',
  closed: 'No closed conversations yet',
}

/**
 * Each conversation once, as it was read last: one that is answered while page follows page goes from those that wait
 * to the newest, and is on both.
 */
export const onceEach = (rows: readonly DeskConversation[]): DeskConversation[] => [
  ...new Map(rows.map((row) => [row.player.id, row])).values(),
]

/** The conversations of one kind, read again as they go on. */
const useInbox = (filter: Filter) => {
  const query = { filter: filter === 'open' ? null : filter }
  const inbox = usePages(deskCalls.conversations, { query })
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void inbox.refetch()
    }, rereadMs)
  }
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
    },
    [],
  )
  useHeard('conversation.message', soon)
  useHeard('conversation.read', soon)
  return { ...inbox, rows: onceEach(inbox.rows) }
}

type InboxProps = {
  filter: Filter
  inbox: ReturnType<typeof useInbox>
  selected: string | null
  onSelect(playerId: string): void
}

const Inbox = ({ filter, inbox, selected, onSelect }: InboxProps) => {
  const chosen = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (selected !== null) chosen.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  if (!inbox.data) return <Waiting of={inbox} />
  if (inbox.rows.length === 0) return <Empty>{nothing[filter]}</Empty>
  return (
    <div className={styles.scroll} ref={reachable}>
      <ul className={styles.list} aria-label="Conversations">
        {inbox.rows.map((conversation) => {
          const { id } = conversation.player
          const isChosen = id === selected
          return (
            <li key={id}>
              <button
                type="button"
                ref={isChosen ? chosen : undefined}
                className={classes(styles.row, conversation.unread > 0 && styles.fresh)}
                aria-current={isChosen || undefined}
                onClick={() => onSelect(id)}
              >
                <Line conversation={conversation} />
              </button>
            </li>
          )
        })}
      </ul>
      <Pager of={inbox} />
    </div>
  )
}

const placeSchema = z.object({
  filter: z.enum(filters).catch('open'),
  player: z.string().nullable().catch(null),
})

/** What players write to support, and where it is answered. */
export const Page = () => {
  const [{ filter, player }, setPlace] = usePlace(placeSchema)
  const inbox = useInbox(filter)
  const waiting = useLive(({ counts }) => counts.conversations)
  const field = useRef<HTMLTextAreaElement>(null)
  const ids = inbox.rows.map((conversation) => conversation.player.id)
  const select = (id: string | null) => setPlace({ player: id ?? undefined })
  const reply = () => field.current?.focus()
  useKeys({
    ...listKeys(ids, player, select),
    m: reply,
    Enter: reply,
  })
  return (
    <div className={classes(styles.page, player !== null && styles.chosen)}>
      <section className={styles.inbox} aria-label="Inbox">
        <Bar>
          <FilterChips
            label="Which conversations"
            options={[
              { value: 'open', label: 'Open' },
              { value: 'mine', label: 'Mine' },
              { value: 'unassigned', label: 'Unassigned' },
              { value: 'closed', label: 'Closed' },
            ]}
            value={filter}
            onChange={(value) => setPlace({ filter: value, player: undefined })}
          />
        </Bar>
        <Inbox filter={filter} inbox={inbox} selected={player} onSelect={select} />
        <Foot>
          <span role="status">{waiting === undefined ? '' : `${waiting} waiting for an answer`}</span>
          <span>
            <KeyHint keys="J K" does="move" /> <KeyHint keys="M" does="reply" />
          </span>
        </Foot>
      </section>
      {player === null ? (
        <div className={styles.none}>
          <Empty>Choose a conversation.</Empty>
        </div>
      ) : (
        <Thread key={player} playerId={player} field={field} />
      )}
    </div>
  )
}
