import { type DeskConversation, deskCalls } from '@minefall/shared/contracts/desk'
import { useEffect, useRef } from 'react'
import { useHeard } from '../../live.ts'
import { reread, usePages } from '../../queries.ts'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/Empty.tsx'
import { useNow } from '../../ui/now.ts'
import { Pager } from '../../ui/Pager.tsx'
import { reachable } from '../../ui/reachable.ts'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { count, lasting } from '../../ui/words.ts'
import styles from './Inbox.module.css'

export const filters = ['open', 'mine', 'unassigned', 'closed'] as const
export type Filter = (typeof filters)[number]

/** Who waits longer than these is told of more and more loudly, in milliseconds. */
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
            <span className={styles.aside}> unread</span>
          </span>
        )}
      </span>
      <span className={styles.last} dir="auto">
        {authors[last.author]}
        {last.text || 'A picture'}
      </span>
      <span className={styles.foot}>
        {waitingSince === null ? <Time at={updatedAt} /> : <WaitingFor since={waitingSince} />}
        <span className={styles.muted}>{assignedTo ? assignedTo.name : 'nobody’s'}</span>
      </span>
    </>
  )
}

const nothing: Record<Filter, string> = {
  open: 'No conversation is open.',
  mine: 'None of the open conversations is yours.',
  unassigned: 'Every open conversation is somebody’s.',
  closed: 'No conversation was closed yet.',
}

/** The conversations of one kind, read again as they go on. */
export const useInbox = (filter: Filter) => {
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
  // What was told while there was no connection is told no more.
  useHeard('welcome', () => reread(deskCalls.conversations))
  return inbox
}

type InboxProps = {
  filter: Filter
  inbox: ReturnType<typeof useInbox>
  selected: string | null
  onSelect(playerId: string): void
}

export const Inbox = ({ filter, inbox, selected, onSelect }: InboxProps) => {
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
