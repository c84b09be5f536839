import { useRef } from 'react'
import { z } from 'zod'
import { useLive } from '../../live.ts'
import { usePlace } from '../../place.ts'
import { FilterChips } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Empty } from '../../ui/Empty.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { moveIn, useKeys } from '../../ui/keys.ts'
import { Bar, Foot } from '../../ui/Layout.tsx'
import styles from './Conversations.module.css'
import { filters, Inbox, useInbox } from './Inbox.tsx'
import { Thread } from './Thread.tsx'

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
    j: () => select(moveIn(ids, player, 1)),
    k: () => select(moveIn(ids, player, -1)),
    m: reply,
    Enter: reply,
    Escape: () => select(null),
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
