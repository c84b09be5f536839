import { useRef } from 'react'
import { useLive } from '../../live.ts'
import { useNow } from '../../ui/now.ts'
import { StateDot } from '../../ui/StateDot.tsx'
import { lasting } from '../../ui/words.ts'
import styles from './Connections.module.css'

/** What is older is not live any more, in milliseconds: totals come every second. */
const staleMs = 5_000
/** How often the counts are read out, in milliseconds. */
const toldMs = 15_000

/** When the rows were told last, and by how many nodes. */
export const Heard = () => {
  const heardAt = useLive((state) => state.heardAt)
  const nodes = useLive((state) => state.nodes)
  const now = useNow()
  const reporting = nodes.filter(({ reports }) => reports).length
  return (
    <>
      {heardAt !== null && (
        <StateDot state={now - heardAt > staleMs ? 'lost' : 'live'}>
          Updated {lasting(Math.max(0, now - heardAt))} ago
        </StateDot>
      )}
      {nodes.length > 0 && (
        <span>
          {reporting} of {nodes.length} nodes report
        </span>
      )}
    </>
  )
}

/** Says it over the list where a node is silent: its players may be connected all the same. */
export const Silence = () => {
  const nodes = useLive((state) => state.nodes)
  const silent = nodes.filter(({ reports }) => !reports)
  if (silent.length === 0) return null
  return (
    <p className={styles.silence} role="alert">
      <strong>
        {nodes.length - silent.length} of {nodes.length} nodes report.
      </strong>{' '}
      Nothing is heard of {silent.map(({ edge }) => edge).join(', ')}: what was connected there is shown as
      lost, and comes back under another node as its players do.
    </p>
  )
}

/** The counts of states in words, for those who hear the page: at most every 15 s, and only when they changed. */
export const Told = () => {
  const totals = useLive((state) => state.totals)
  const words = totals
    ? `${totals.live} live, ${totals.lagging} lagging, ${totals.resuming} resuming, ${totals.lost} lost`
    : ''
  const step = useNow(toldMs)
  const told = useRef({ step, words })
  if (told.current.step !== step || told.current.words === '') told.current = { step, words }
  return (
    <p className={styles.told} role="status">
      {told.current.words}
    </p>
  )
}
