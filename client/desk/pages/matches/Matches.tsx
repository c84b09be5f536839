import { type DeskMatch, deskCalls, matchPhases } from '@minefall/shared/contracts/desk'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { usePages, usePlace } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, FilterChips } from '../../ui/Chip.tsx'
import { Select } from '../../ui/Field.tsx'
import { KeyHint, listKeys, useKeys } from '../../ui/KeyHint.tsx'
import { Bar, Foot, Split } from '../../ui/Layout.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, PagedTable } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { coinNames, shortId, tableIds, tableName } from '../../ui/words.ts'
import styles from './matches.module.css'
import { phases, stuckOf } from './words.ts'

/** Where a match stands, and whether it does not go on. */
export const Phase = ({ match }: { match: Pick<DeskMatch, 'phase' | 'stuck' | 'private' | 'rematch'> }) => {
  const stuck = stuckOf(match)
  return (
    <span className={styles.chips}>
      <Chip tone={phases[match.phase].tone}>{phases[match.phase].label}</Chip>
      {stuck && <Chip tone={stuck.tone}>{stuck.label}</Chip>}
      {match.private && <Chip>Private</Chip>}
      {match.rematch && <Chip>Rematch</Chip>}
    </span>
  )
}

const placeSchema = z.object({
  show: z.enum(['live', 'past', 'stuck']).catch('live'),
  table: z.enum(['all', ...tableIds]).catch('all'),
  phase: z.enum(['all', ...matchPhases]).catch('all'),
  player: z.uuid().nullable().catch(null),
})

/** How often what lives is read again, in milliseconds. */
const everyMs = 5_000

const columns: readonly Column<DeskMatch>[] = [
  { id: 'id', title: 'Match', opens: true, cell: ({ matchId }) => <code>{shortId(matchId)}</code> },
  { id: 'table', title: 'Table', cell: ({ gameId }) => tableName(gameId) },
  {
    id: 'phase',
    title: 'Phase',
    cell: (match) => <Phase match={match} />,
  },
  {
    id: 'stake',
    title: 'Stake',
    right: true,
    cell: ({ stake, asset }) => (
      <>
        <Coins amount={stake} /> {coinNames[asset]}
      </>
    ),
  },
  { id: 'seats', title: 'Seats', right: true, cell: ({ taken, seats }) => `${taken.length} of ${seats}` },
  {
    id: 'players',
    title: 'Players',
    cell: ({ taken }) => <bdi>{taken.map(({ name }) => name).join(', ') || '–'}</bdi>,
  },
  { id: 'last', title: 'Last event', cell: ({ lastEventAt }) => <Time at={lastEventAt} /> },
  { id: 'opened', title: 'Opened', cell: ({ openedAt }) => <Time at={openedAt} as="day" /> },
  { id: 'node', title: 'Node', cell: ({ node, shard }) => `${node}, shard ${shard}` },
]

const empty = {
  live: 'No matching live matches',
  past: 'No matching finished matches',
  stuck: 'No stuck matches',
} as const

/** Matches, live and past. */
export const Page = () => {
  const [{ show, table, phase, player }, setPlace] = usePlace(placeSchema)
  const [selected, select] = useState<string | null>(null)
  const navigate = useNavigate()
  const query = {
    ...(show === 'stuck' ? ({ stuck: 'yes' } as const) : ({ live: show === 'live' ? 'yes' : 'no' } as const)),
    gameId: table === 'all' ? null : table,
    phase: phase === 'all' ? null : phase,
    playerId: player,
  }
  const matches = usePages(deskCalls.matches, { query }, show === 'past' ? {} : { everyMs })
  const ids = matches.rows.map(({ matchId }) => matchId)
  const open = (matchId: string) => navigate({ to: `/matches/${matchId}` })
  useKeys({
    ...listKeys(ids, selected, select),
    Enter: () => selected !== null && void open(selected),
  })
  const inPhase = matchPhases.filter(
    (name) => (name === 'settled' || name === 'voided') === (show === 'past'),
  )
  return (
    <Split>
      <Bar>
        <FilterChips
          label="Which matches"
          options={[
            { value: 'live', label: 'Live' },
            { value: 'past', label: 'Over' },
            { value: 'stuck', label: 'Stuck' },
          ]}
          value={show}
          onChange={(value) => setPlace({ show: value, phase: undefined })}
        />
        <Select
          inline
          label="Table"
          value={table}
          options={[
            { value: 'all', label: 'All' },
            ...tableIds.map((value) => ({ value, label: tableName(value) })),
          ]}
          onChange={(value) => setPlace({ table: value })}
        />
        <Select
          inline
          label="Phase"
          value={phase}
          options={[
            { value: 'all', label: 'All' },
            ...inPhase.map((value) => ({ value, label: phases[value].label })),
          ]}
          onChange={(value) => setPlace({ phase: value })}
        />
        {player !== null && (
          <Button icon="close" aria-label="Of all players" onClick={() => setPlace({ player: undefined })}>
            Of one player
          </Button>
        )}
      </Bar>
      <PagedTable
        className={styles.list}
        label="Matches"
        columns={columns}
        of={matches}
        keyOf={({ matchId }) => matchId}
        selected={selected}
        onPress={({ matchId }) => void open(matchId)}
        empty={empty[show]}
      />
      <Foot>
        <span>Newest first</span>
        <span>
          <KeyHint keys="J K" does="move" /> <KeyHint keys="Enter" does="open" />
        </span>
      </Foot>
    </Split>
  )
}
