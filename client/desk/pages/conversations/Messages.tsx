import type { ChatMessage } from '@minefall/shared/contracts/live'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { reachable } from '../../ui/reachable.ts'
import { Time } from '../../ui/Time.tsx'
import styles from './Messages.module.css'
import type { Thread } from './use-thread.ts'

/** As near to the end as this counts as there, in pixels. */
const nearPx = 48

const Shown = ({ pictureId, by }: { pictureId: string; by: string }) => {
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
      {pictureId !== null && <Shown pictureId={pictureId} by={by} />}
      {text !== '' && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
    </li>
  )
}

type MessagesProps = {
  thread: Thread
  player: string
  /** The newest message is in sight, in a tab that is looked at. */
  onSeen(seq: number): void
}

/** What was said, the newest last, followed for as long as one is at its end. */
export const Messages = ({ thread, player, onSeen }: MessagesProps) => {
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
  // What is shown may have grown at either end, by a message, by a picture that has come, or by somebody who types.
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
      className={styles.scroll}
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
      <ol className={styles.list} role="log" aria-label={`Conversation with ${player}`}>
        {messages.map((message) => (
          <Message key={message.seq} message={message} player={player} isRead={message.seq <= playerRead} />
        ))}
      </ol>
      <p className={styles.typing} role="status">
        {isTyping && (
          <>
            <bdi>{player}</bdi> is typing …
          </>
        )}
      </p>
    </div>
  )
}
