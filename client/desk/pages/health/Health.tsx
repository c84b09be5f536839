import { deskHealthSchema, deskTotalsRangeSchema } from '@minefall/shared/contracts'
import { z } from 'zod'
import { usePlace } from '../../place.ts'
import { useRead } from '../../queries.ts'
import { TopSlot } from '../../shell/TopSlot.tsx'
import { ClosesChart, ConnectionsChart, ReconnectsChart, RoundTripsChart } from '../../totals/charts.tsx'
import { useTotals } from '../../totals/use-totals.ts'
import { FilterChips } from '../../ui/Chip.tsx'
import { Page as Scrolled } from '../../ui/Layout.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Checks } from './Checks.tsx'
import { Figures } from './Figures.tsx'
import styles from './Health.module.css'
import { Nodes } from './Nodes.tsx'

const placeSchema = z.object({ range: deskTotalsRangeSchema.catch('1h') })

const ranges = { '1h': 'Last hour', '6h': '6 hours', '24h': '24 hours' } as const

/** How often it is read again, in milliseconds: platforms write what they counted every ten seconds. */
const everyMs = 5_000

/** How the program is: what was measured of it, in sentences, charts and tables. */
export const Page = () => {
  const [{ range }, setPlace] = usePlace(placeSchema)
  const health = useRead('/api/desk/health', deskHealthSchema, { everyMs })
  const totals = useTotals(range)
  return (
    <Scrolled>
      {health.data && (
        <TopSlot>
          <span>
            Measured <Time at={health.data.at} />
          </span>
        </TopSlot>
      )}
      {health.data ? <Checks of={health.data} /> : <Waiting of={health} />}
      <section className={styles.charts} aria-label="Connections over time">
        <div className={styles.range}>
          <h2>Connections over time</h2>
          <FilterChips
            label="How far back"
            value={range}
            options={deskTotalsRangeSchema.options.map((value) => ({ value, label: ranges[value] }))}
            onChange={(next) => setPlace({ range: next })}
          />
        </div>
        {totals.data ? (
          <div className={styles.grid}>
            <ConnectionsChart of={totals.data} />
            <ClosesChart of={totals.data} />
            <RoundTripsChart of={totals.data} />
            <ReconnectsChart of={totals.data} />
          </div>
        ) : (
          <Waiting of={totals} />
        )}
      </section>
      {health.data && (
        <div className={styles.parts}>
          <Nodes of={health.data} />
          <Figures of={health.data} />
        </div>
      )}
    </Scrolled>
  )
}
