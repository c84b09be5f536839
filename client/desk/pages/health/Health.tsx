import {
  type DeskHealth,
  type DeskHealthFigures,
  deskCalls,
  deskTotalsRangeSchema,
} from '@minefall/shared/contracts/desk'
import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { z } from 'zod'
import { usePlace } from '../../place.ts'
import { useRead } from '../../queries.ts'
import { TopSlot } from '../../shell/TopSlot.tsx'
import { ClosesChart, ConnectionsChart, ReconnectsChart, RoundTripsChart } from '../../totals/charts.tsx'
import { useTotals } from '../../totals/use-totals.ts'
import { FilterChips } from '../../ui/Chip.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Page as Scrolled, Section } from '../../ui/Layout.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { count, share } from '../../ui/words.ts'
import { type Check, checksOf } from './checks.ts'
import styles from './Health.module.css'
import { Nodes } from './Nodes.tsx'

type Line = { name: string; of: (figures: DeskHealthFigures) => readonly [wrong: number, all: number] }

const lines: readonly Line[] = [
  { name: 'Matches voided', of: ({ matches }) => [matches.voided, matches.ended] },
  { name: 'Codes not sent', of: ({ codes }) => [codes.failed, codes.sent + codes.failed] },
  { name: 'Answers failed', of: ({ answers }) => [answers.failed, answers.given] },
]

const written = ([wrong, all]: readonly [number, number]) =>
  all === 0 ? '–' : `${count(wrong)} of ${count(all)}, ${share(wrong, all)}`

const columnsOf = ({ hour, day }: DeskHealth): readonly Column<Line>[] => [
  { id: 'name', title: 'What', cell: ({ name }) => name },
  { id: 'hour', title: 'Last hour', right: true, cell: ({ of }) => written(of(hour)) },
  { id: 'day', title: 'Last day', right: true, cell: ({ of }) => written(of(day)) },
]

/** How much went wrong, by the hour and by the day. */
const Figures = ({ of }: { of: DeskHealth }) => (
  <Section
    title="What went wrong"
    note={
      of.since === null ? (
        'Nothing was counted yet'
      ) : (
        <span>
          Codes and answers counted since <Time at={of.since} as="day" />
        </span>
      )
    }
    card
  >
    <Table label="What went wrong" columns={columnsOf(of)} rows={lines} keyOf={({ name }) => name} />
  </Section>
)

const signs: Record<Check['verdict'], { icon: LucideIcon; word: string }> = {
  good: { icon: CircleCheck, word: 'Good' },
  look: { icon: TriangleAlert, word: 'Look at it' },
  bad: { icon: CircleX, word: 'Bad' },
  unknown: { icon: CircleHelp, word: 'Not known' },
}

/** A sentence about each thing that is measured, with a sign whose form says how it is. */
const Checks = ({ of }: { of: DeskHealth }) => (
  <ul className={styles.checks} aria-label="Checks">
    {checksOf(of).map(({ name, verdict, says }) => {
      const { icon: Icon, word } = signs[verdict]
      return (
        <li key={name} className={styles[verdict]}>
          <Icon aria-label={word} role="img" />
          <div>
            <h2>{name}</h2>
            <p>{says}</p>
          </div>
        </li>
      )
    })}
  </ul>
)

const placeSchema = z.object({ range: deskTotalsRangeSchema.catch('1h') })

const ranges = { '1h': 'Last hour', '6h': '6 hours', '24h': '24 hours' } as const

/** How often it is read again, in milliseconds: platforms write what they counted every ten seconds. */
const everyMs = 5_000

/** How the program is: what was measured of it, in sentences, charts and tables. */
export const Page = () => {
  const [{ range }, setPlace] = usePlace(placeSchema)
  const health = useRead(deskCalls.health, {}, { everyMs })
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
