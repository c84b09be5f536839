import { ClosesChart, ConnectionsChart } from '../../totals/charts.tsx'
import { useTotals } from '../../totals/use-totals.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './Connections.module.css'

/** The last hour: how many were connected, and why connections ended. One axis of minutes, so that a dip stands beside its cause. */
export const Charts = () => {
  const totals = useTotals('1h')
  return (
    <section className={styles.charts} aria-label="The last hour">
      {totals.data ? (
        <>
          <ConnectionsChart of={totals.data} />
          <ClosesChart of={totals.data} />
        </>
      ) : (
        <Waiting of={totals} />
      )}
    </section>
  )
}
