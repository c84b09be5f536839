import {
  type DeskHealth,
  type DeskHealthFigures,
  deskCalls,
  deskTotalsRangeSchema,
} from '@minefall/shared/contracts/desk'
import type { UseQueryResult } from '@tanstack/react-query'
import { z } from 'zod'
import { usePlace, useRead } from '../../queries.ts'
import {
  ClosesChart,
  ConnectionsChart,
  ReconnectsChart,
  RoundTripsChart,
  useTotals,
} from '../../totals/charts.tsx'
import { Chip, type ChipTone, FilterChips } from '../../ui/Chip.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Page as Scrolled, Section, TopSlot } from '../../ui/Layout.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { Problem, Waiting } from '../../ui/Waiting.tsx'
import { count, lasting, share } from '../../ui/words.ts'
import { type Check, checksOf, edgeStanding, platformStanding, type Standing } from './checks.ts'
import styles from './Health.module.css'

type Bff = DeskHealth['bffs'][number]
type Platform = DeskHealth['platforms'][number]
type Shard = DeskHealth['shards'][number]

const tones: Record<Standing['is'], ChipTone> = { here: 'ok', silent: 'bad', gone: 'warn', left: 'plain' }

const HeardOf = ({ standing: { is, silentMs } }: { standing: Standing }) => (
  <Chip tone={tones[is]}>
    {is === 'here' && 'Reports'}
    {is === 'left' && 'Left'}
    {(is === 'silent' || is === 'gone') && `Silent for ${lasting(silentMs)}`}
  </Chip>
)

const milliseconds = (ms: number | null) => (ms === null ? '–' : `${count(Math.round(ms))} ms`)

const bffColumns = (now: number): readonly Column<Bff>[] => [
  { id: 'edge', title: 'BFF', cell: ({ edge }) => edge },
  { id: 'state', title: 'Beats', cell: (bff) => <HeardOf standing={edgeStanding(bff, now)} /> },
  {
    id: 'connections',
    title: 'Connections',
    right: true,
    cell: (bff) =>
      bff.connections === null || edgeStanding(bff, now).is !== 'here' ? '–' : count(bff.connections),
  },
  {
    id: 'told',
    title: 'Last report',
    right: true,
    cell: ({ recordedAt }) => (recordedAt === null ? 'Not in the last hour' : <Time at={recordedAt} />),
  },
]

const platformColumns = (health: DeskHealth): readonly Column<Platform>[] => [
  { id: 'node', title: 'Platform', cell: ({ node }) => node },
  {
    id: 'state',
    title: 'Counts',
    cell: (platform) => <HeardOf standing={platformStanding(platform, health)} />,
  },
  { id: 'started', title: 'Started', cell: ({ startedAt }) => <Time at={startedAt} /> },
  { id: 'loop', title: 'Event loop late', right: true, cell: ({ loopMs }) => milliseconds(loopMs) },
  {
    id: 'journal',
    title: 'Journal writes in',
    right: true,
    cell: ({ journal: { flushes, p95Ms } }) => {
      if (flushes === 0) return 'Nothing to write'
      return p95Ms === null ? 'Over 10 s' : `${milliseconds(p95Ms)} or less`
    },
  },
]

type Holder = { node: string; shards: readonly Shard[] }

const holdersOf = (shards: readonly Shard[]): readonly Holder[] => {
  const holders = new Map<string, Shard[]>()
  for (const shard of shards) holders.set(shard.node, [...(holders.get(shard.node) ?? []), shard])
  return [...holders].map(([node, held]) => ({ node, shards: held }))
}

const numbersOf = (shards: readonly Shard[]): string => {
  const ranges: [number, number][] = []
  for (const { shard } of shards) {
    const last = ranges.at(-1)
    if (last && last[1] === shard - 1) last[1] = shard
    else ranges.push([shard, shard])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ')
}

const shardColumns: readonly Column<Holder>[] = [
  { id: 'node', title: 'Held by', cell: ({ node }) => node },
  {
    id: 'count',
    title: 'Shards',
    cell: ({ shards }) => `${count(shards.length)}: ${numbersOf(shards)}`,
  },
  {
    id: 'state',
    title: 'State',
    cell: ({ shards }) => {
      const loose = shards.filter(({ held }) => !held).length
      return loose === 0 ? (
        <Chip tone="ok">Held</Chip>
      ) : (
        <Chip tone="bad">{count(loose)} without an owner</Chip>
      )
    },
  },
  {
    id: 'matches',
    title: 'Live matches',
    right: true,
    cell: ({ shards }) => count(shards.reduce((sum, { matches }) => sum + matches, 0)),
  },
]

/** What was measured; `isOld` where a later reading failed, so that it says nothing of now. */
type Measured = { of: DeskHealth; isOld: boolean }

const AsOf = ({ at }: Pick<DeskHealth, 'at'>) => (
  <span>
    As of <Time at={at} as="clock" />
  </span>
)

/** Nodes with their silence, and who holds the matches. */
const Nodes = ({ of, isOld }: Measured) => (
  <>
    <Section title="Nodes" note={isOld ? <AsOf at={of.at} /> : 'Reported in the last hour'} card>
      <Table
        label="BFFs"
        columns={bffColumns(of.at)}
        rows={of.bffs}
        keyOf={({ edge }) => edge}
        empty="No BFF has reported."
      />
      <Table
        label="Platforms"
        columns={platformColumns(of)}
        rows={of.platforms}
        keyOf={({ node }) => node}
        empty="No platform has reported yet."
      />
    </Section>
    <Section title="Shards" note={isOld ? <AsOf at={of.at} /> : 'Who runs the matches'} card>
      <Table
        label="Shards"
        columns={shardColumns}
        rows={holdersOf(of.shards)}
        keyOf={({ node }) => node}
        empty="No shard has been claimed."
      />
    </Section>
  </>
)

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
        'No data yet'
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

const signs: Record<Check['verdict'], { icon: IconName; word: string }> = {
  good: { icon: 'good', word: 'Good' },
  look: { icon: 'alert', word: 'Check' },
  bad: { icon: 'wrong', word: 'Bad' },
  unknown: { icon: 'help', word: 'Unknown' },
}

/** A sentence about each thing that is measured, with a sign whose form says how it is, or that no one knows by now. */
const Checks = ({ of, isOld }: Measured) => (
  <ul className={styles.checks} aria-label="Checks">
    {checksOf(of).map(({ name, verdict, says }) => {
      const now = isOld ? 'unknown' : verdict
      const { icon, word } = signs[now]
      return (
        <li key={name} className={styles[now]}>
          <Icon name={icon} label={word} />
          <div>
            <h2>{name}</h2>
            <p>
              {isOld && (
                <>
                  <AsOf at={of.at} />:{' '}
                </>
              )}
              {says}
            </p>
          </div>
        </li>
      )
    })}
  </ul>
)

type Reading = Pick<UseQueryResult<DeskHealth>, 'data' | 'error' | 'refetch'>

/** The checks, below what went wrong where they could not be read again. */
export const ReadChecks = ({ of }: { of: Reading }) => {
  const { data, error, refetch } = of
  if (!data) return <Waiting of={of} />
  return (
    <>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      <Checks of={data} isOld={error !== null} />
    </>
  )
}

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
      <ReadChecks of={health} />
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
          <Nodes of={health.data} isOld={health.error !== null} />
          <Figures of={health.data} />
        </div>
      )}
    </Scrolled>
  )
}
