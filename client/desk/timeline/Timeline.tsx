import { type DeskConnectionHistory, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { useRead } from '../queries.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Section } from '../ui/Layout.tsx'
import { StateDot } from '../ui/StateDot.tsx'
import { Time } from '../ui/Time.tsx'
import { Waiting } from '../ui/Waiting.tsx'
import { count, lasting } from '../ui/words.ts'
import { DayChart } from './DayChart.tsx'
import { eventWords } from './event-words.ts'
import { endings, spansOf, thereMs } from './spans.ts'
import styles from './Timeline.module.css'

/** As often as BFFs tell of what happened, in milliseconds. */
const everyMs = 5_000

const shownAtOnce = 50

const dayAgo = (at: number, now: number) => now - at > 12 * 3_600_000

const Events = ({ history: { events, to, isCut } }: { history: DeskConnectionHistory }) => {
  const [shown, show] = useState(shownAtOnce)
  const newest = [...events].reverse()
  return (
    <>
      <ol className={styles.events}>
        {newest.slice(0, shown).map((event) => {
          const { title, detail, state } = eventWords(event)
          return (
            <li key={`${event.edge} ${event.connectionId} ${event.at} ${event.kind}`}>
              <span className={styles.at}>
                <Time at={event.at} as={dayAgo(event.at, to) ? 'day' : 'clock'} />
              </span>
              <StateDot state={state}>
                <b className={styles.title}>{title}</b>
              </StateDot>
              {detail !== '' && <span className={styles.detail}>{detail}</span>}
            </li>
          )
        })}
      </ol>
      {newest.length > shown && (
        <p className={styles.more}>
          <Button small onClick={() => show(shown + shownAtOnce)}>
            Show more
          </Button>
          {count(newest.length - shown)} older
        </p>
      )}
      {newest.length <= shown && isCut && <p className={styles.more}>Older ones are left out.</p>}
    </>
  )
}

/** A player's connections over the last day: round trips and states as a picture, and all that happened, the newest first. */
export const Timeline = ({ playerId }: { playerId: string }) => {
  const read = useRead(deskCalls.playerConnections, { params: { id: playerId } }, { everyMs })
  const history = read.data
  if (!history)
    return (
      <Section title="Connections">
        <Waiting of={read} />
      </Section>
    )
  const spans = spansOf(history)
  const ended = endings(history)
  const hours = Math.round((history.to - history.from) / 3_600_000)
  return (
    <>
      <Section
        title={`Last ${count(hours)} hours`}
        note={`${lasting(thereMs(spans))} there, ended ${ended === 1 ? 'once' : `${count(ended)} times`}`}
      >
        <DayChart history={history} spans={spans} />
      </Section>
      <Section title="Timeline" note="Newest first">
        {history.events.length === 0 ? (
          <Empty>No connection in the last {count(hours)} hours.</Empty>
        ) : (
          <Events history={history} />
        )}
      </Section>
    </>
  )
}
