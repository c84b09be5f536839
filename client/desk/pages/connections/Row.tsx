import type { ConnectionRow } from '@minefall/shared/contracts/desk'
import { memo, useRef } from 'react'
import { classes } from '../../../src/ui/classes.ts'
import { useConnection } from '../../connection-rows.ts'
import { StateDot, stateNames } from '../../ui/StateDot.tsx'
import { useNow } from '../../ui/Time.tsx'
import type { VirtualColumn } from '../../ui/VirtualTable.tsx'
import { closeWords, exactTime, lasting, shortId } from '../../ui/words.ts'
import styles from './Connections.module.css'
import { causeOf } from './order.ts'

const [width, height] = [46, 16]

/** The last round trips as a line, from 0 up to the longest of them or half a second. */
const Spark = ({ of, className }: { of: readonly number[]; className?: string | undefined }) => {
  const most = Math.max(500, ...of)
  const step = width / Math.max(1, of.length - 1)
  const points = of.map((ms, place) => {
    const x = (place * step).toFixed(1)
    return `${x},${(height - 1 - (ms / most) * (height - 2)).toFixed(1)}`
  })
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={className}
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Columns of the list; `Row` draws their cells. */
export const columns: readonly VirtualColumn[] = [
  { id: 'player', title: 'Player', width: '7.875rem' },
  { id: 'state', title: 'State', width: '11.625rem' },
  { id: 'roundTrip', title: 'Round trip', width: '6.25rem', right: true },
  { id: 'jitter', title: 'Jitter', width: '3rem', right: true },
  { id: 'device', title: 'Device', width: '7rem' },
  { id: 'since', title: 'Since', width: '4.25rem', right: true },
  { id: 'reconnects', title: 'Rec.', width: '2.5rem', right: true },
  { id: 'close', title: 'Last close', width: '8.25rem' },
  { id: 'node', title: 'Node', width: '3.5rem' },
  { id: 'match', title: 'Match', width: '4.5rem' },
  { id: 'lag', title: 'Lag', width: '2.5rem', right: true },
  { id: 'queue', title: 'Queue, KB', width: '4.375rem', right: true },
]

const Since = ({ at }: { at: number }) => lasting(useNow() - at)

/** How much attention a figure deserves. */
const heat = (value: number, warm: number, hot: number) => {
  if (value >= hot) return styles.hot
  return value >= warm ? styles.warm : undefined
}

const State = ({ row }: { row: ConnectionRow }) => {
  const cause = causeOf(row)
  return (
    <StateDot state={row.state}>
      {stateNames[row.state]}
      {cause && <span className={styles.cause}>, {cause}</span>}
    </StateDot>
  )
}

/** The cells of one connection; drawn again when its row changes. One that is gone is shown as it was last. */
export const Row = memo(({ row: id }: { row: string }) => {
  const now = useConnection(id)
  const last = useRef(now)
  if (now) last.current = now
  const row = now ?? last.current
  if (!row) return <td colSpan={columns.length}>Gone</td>
  const isGone = now === undefined
  const seen = row.matches[0]
  return (
    <>
      <td className={classes(isGone && styles.gone)}>
        <bdi className={styles.name}>{row.name || row.playerId}</bdi>
        {row.guest && <span className={styles.id}>guest</span>}
      </td>
      <td title={causeOf(row) ?? undefined}>
        {isGone ? <span className={styles.gone}>Gone</span> : <State row={row} />}
      </td>
      <td className={styles.right}>
        <span className={styles.roundTrip}>
          <Spark of={row.recent} className={styles[row.state]} />
          <span className={styles.figure}>
            {row.roundTripMs === null ? '–' : Math.round(row.roundTripMs)}
          </span>
        </span>
      </td>
      <td className={classes(styles.right, styles.muted)}>
        {row.jitterMs === null ? '–' : Math.round(row.jitterMs)}
      </td>
      <td className={styles.muted}>{row.device || '–'}</td>
      <td className={classes(styles.right, styles.muted)}>
        <Since at={row.since} />
      </td>
      <td className={classes(styles.right, heat(row.reconnectsLastHour, 3, 5))}>{row.reconnectsLastHour}</td>
      <td className={styles.muted} title={row.lastClose ? exactTime(row.lastClose.at) : undefined}>
        {row.lastClose ? closeWords[row.lastClose.code] : '–'}
      </td>
      <td className={styles.muted}>{row.edge}</td>
      <td>
        {seen ? shortId(seen.matchId) : '–'}
        {row.matches.length > 1 && ` +${row.matches.length - 1}`}
      </td>
      <td className={classes(styles.right, heat(row.seqLag, 5, 20))}>{row.seqLag}</td>
      <td className={classes(styles.right, heat(row.queuedBytes, 16_000, 64_000))}>
        {row.queuedBytes === 0 ? 0 : (row.queuedBytes / 1000).toFixed(1)}
      </td>
    </>
  )
})
