import type { DeskHealth } from '@minefall/shared/contracts/desk'
import { Chip, type ChipTone } from '../../ui/Chip.tsx'
import type { Column } from '../../ui/columns.tsx'
import { Section } from '../../ui/Layout.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { count, lasting } from '../../ui/words.ts'
import { edgeHeard, type Heard, platformHeard } from './checks.ts'

type Bff = DeskHealth['bffs'][number]
type Platform = DeskHealth['platforms'][number]
type Shard = DeskHealth['shards'][number]

const tones: Record<Heard['is'], ChipTone> = { here: 'ok', silent: 'bad', gone: 'warn', left: 'plain' }

const HeardOf = ({ heard: { is, silentMs } }: { heard: Heard }) => (
  <Chip tone={tones[is]}>
    {is === 'here' && 'Reports'}
    {is === 'left' && 'Left'}
    {(is === 'silent' || is === 'gone') && `Silent for ${lasting(silentMs)}`}
  </Chip>
)

const milliseconds = (ms: number | null) => (ms === null ? '–' : `${count(Math.round(ms))} ms`)

const bffColumns = (now: number): readonly Column<Bff>[] => [
  { id: 'edge', title: 'BFF', cell: ({ edge }) => edge },
  { id: 'state', title: 'Beats', cell: (bff) => <HeardOf heard={edgeHeard(bff, now)} /> },
  {
    id: 'connections',
    title: 'Connections',
    right: true,
    cell: (bff) =>
      bff.connections === null || edgeHeard(bff, now).is !== 'here' ? '–' : count(bff.connections),
  },
  {
    id: 'told',
    title: 'Told of them',
    right: true,
    cell: ({ recordedAt }) => (recordedAt === null ? 'Not in the last hour' : <Time at={recordedAt} />),
  },
]

const platformColumns = (health: DeskHealth): readonly Column<Platform>[] => [
  { id: 'node', title: 'Platform', cell: ({ node }) => node },
  {
    id: 'state',
    title: 'Counts',
    cell: (platform) => <HeardOf heard={platformHeard(platform, health)} />,
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

const shardColumns = (now: number): readonly Column<Holder>[] => [
  { id: 'node', title: 'Held by', cell: ({ node }) => node },
  {
    id: 'count',
    title: 'Shards',
    cell: ({ shards }) => `${count(shards.length)}: ${numbersOf(shards)}`,
  },
  {
    id: 'lease',
    title: 'Lease',
    cell: ({ shards }) => {
      const until = Math.min(...shards.map(({ expiresAt }) => expiresAt))
      return until > now ? (
        <Chip tone="ok">Renewed</Chip>
      ) : (
        <Chip tone="bad">Over for {lasting(now - until)}</Chip>
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

/** Nodes with their silence, and who holds the matches. */
export const Nodes = ({ of }: { of: DeskHealth }) => (
  <>
    <Section title="Nodes" note="Heard of in the last hour" card>
      <Table
        label="BFFs"
        columns={bffColumns(of.at)}
        rows={of.bffs}
        keyOf={({ edge }) => edge}
        empty="No BFF was heard of."
      />
      <Table
        label="Platforms"
        columns={platformColumns(of)}
        rows={of.platforms}
        keyOf={({ node }) => node}
        empty="No platform has told anything yet."
      />
    </Section>
    <Section title="Shards" note="Who runs the matches" card>
      <Table
        label="Shards"
        columns={shardColumns(of.at)}
        rows={holdersOf(of.shards)}
        keyOf={({ node }) => node}
        empty="No shard was ever taken."
      />
    </Section>
  </>
)
