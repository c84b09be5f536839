import { type DeskReport, type DeskReportDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { type ReportCategory, reportCategories } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { ask } from '../../api.ts'
import { useLive } from '../../live.ts'
import { thenReread, usePages, usePlace, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Timeline } from '../../timeline/Timeline.tsx'
import { Button } from '../../ui/Button.tsx'
import { FilterChips } from '../../ui/Chip.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Field.tsx'
import { KeyHint, listKeys, useKeys } from '../../ui/KeyHint.tsx'
import { Bar, Facts, Foot, Lines, Section, Split } from '../../ui/Layout.tsx'
import { PlayerLink, PlayerNow } from '../../ui/PlayerNow.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { type Column, PagedTable } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { shortId, tableName } from '../../ui/words.ts'
import styles from './reports.module.css'

const presets = ['Answered in the chat', 'Fixed in a later release', 'Couldn’t find a cause', 'Not our fault']

/** The match that a report names. */
const About = ({ report: { matchId, match } }: { report: DeskReportDetail }) => {
  const maySee = useMay('matches.read')
  if (matchId === null) return '–'
  const name = shortId(matchId)
  if (!match) return `${name}, not one of ours`
  return maySee ? <Link to={`/matches/${matchId}`}>{name}</Link> : name
}

/** One report with what came along, and how it ended. */
const Report = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const [asks, setAsks] = useState(false)
  const params = { id }
  const read = useRead(deskCalls.report, { params })
  const report = read.data
  if (!report)
    return (
      <SidePanel label="Report" title="Report" onClose={onClose}>
        <Waiting of={read} />
      </SidePanel>
    )
  const { number, player, closed, gameId, connection } = report
  const close = async (note: string) => {
    await thenReread(ask(deskCalls.closeReport, { params, body: { note } }), deskCalls.reports)
    toast.good(`${number} is closed.`)
  }
  return (
    <SidePanel
      label="Report"
      title={
        <>
          {number}
          <Copy text={number} what="the report’s number" />
        </>
      }
      detail={
        <>
          {categories[report.category]}, <Time at={report.at} as="day" />
        </>
      }
      onClose={onClose}
      actions={
        closed ? (
          <p>
            Closed by {closed.name}, <Time at={closed.at} as="day" />: “{closed.note}”
          </p>
        ) : (
          <>
            <Button tone="go" onClick={() => setAsks(true)}>
              Close the report
            </Button>
            <p>The outcome goes to the audit log. The player isn’t notified, so write to them if needed.</p>
          </>
        )
      }
    >
      <Section title="What they wrote">
        <p className={styles.text}>
          <bdi>{report.text}</bdi>
        </p>
      </Section>
      <Section
        title={player ? <PlayerLink id={player.id} name={player.nickname} /> : 'A visitor without an account'}
        note={player && <PlayerNow playerId={player.id} />}
      >
        <Facts
          of={[
            ['Table', gameId === null ? '–' : tableName(gameId)],
            ['Match', <About key="match" report={report} />],
            ['Version', report.release === null ? '–' : <code key="version">{report.release}</code>],
          ]}
        />
        <Lines
          of={[
            ...(player && player.email !== '' ? [['Email', player.email, player.email] as const] : []),
            ...(player && player.phoneNumber !== ''
              ? [['Phone', player.phoneNumber, player.phoneNumber] as const]
              : []),
            ['Page', report.page, report.page],
            ['Browser', report.userAgent || '–'],
          ]}
        />
      </Section>
      {connection && (
        <Section title="The connection, as the page saw it">
          <Facts of={connectionLines(connection)} />
        </Section>
      )}
      {player && <Timeline playerId={player.id} />}
      <ReasonDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={`Close ${number}`}
        detail="Describe the outcome. A closed report can’t be reopened."
        action="Close the report"
        tone="go"
        presets={presets}
        onConfirm={close}
      />
    </SidePanel>
  )
}

export const categories: Readonly<Record<ReportCategory, string>> = {
  match: 'A match',
  connection: 'The connection',
  coins: 'Coins',
  display: 'Display or sound',
  player: 'A player',
  other: 'Something else',
}

const states = { connected: 'Connected', connecting: 'Connecting', disconnected: 'Disconnected' } as const

/** The live connection as the reporter's page saw it, line by line. */
export const connectionLines = ({
  state,
  online,
  closeCode,
  attempt,
  roundTripMs,
  offsetMs,
}: NonNullable<DeskReportDetail['connection']>): [name: string, value: string][] => [
  ['State', states[state]],
  ['Network', online ? 'On' : 'Off'],
  ['Round trip', roundTripMs === null ? '–' : `${Math.round(roundTripMs)} ms`],
  ['Last break', closeCode ?? 'None'],
  ['Tries since', String(attempt)],
  ['Clock', `${offsetMs >= 0 ? '+' : '−'}${(Math.abs(offsetMs) / 1000).toFixed(1)} s`],
]

const placeSchema = z.object({
  status: z.enum(['open', 'closed']).catch('open'),
  category: z.enum(['all', ...reportCategories]).catch('all'),
  report: z.uuid().nullable().catch(null),
})

const columns: readonly Column<DeskReport>[] = [
  {
    id: 'number',
    title: 'Report',
    opens: true,
    cell: ({ number }) => <span className={styles.number}>{number}</span>,
  },
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} as="day" /> },
  { id: 'category', title: 'About', cell: ({ category }) => categories[category] },
  {
    id: 'player',
    title: 'Player',
    cell: ({ player }) => (player ? <bdi>{player.nickname}</bdi> : 'A visitor'),
  },
  { id: 'match', title: 'Match', cell: ({ matchId }) => (matchId ? shortId(matchId) : '–') },
  {
    id: 'excerpt',
    title: 'What they wrote',
    cell: ({ excerpt }) => <bdi className={styles.excerpt}>{excerpt}</bdi>,
  },
  { id: 'by', title: 'Closed by', cell: ({ closed }) => closed?.name ?? '–' },
]

/** Problems that people reported. */
export const Page = () => {
  const [{ status, category, report }, setPlace] = usePlace(placeSchema)
  const query = { status, category: category === 'all' ? null : category }
  const reports = usePages(deskCalls.reports, { query })
  const open = useLive(({ counts }) => counts.reports)
  const ids = reports.rows.map(({ id }) => id)
  const select = (id: string | null) => setPlace({ report: id ?? undefined })
  useKeys(listKeys(ids, report, select))
  return (
    <Split side={report !== null && <Report key={report} id={report} onClose={() => select(null)} />}>
      <Bar>
        <FilterChips
          label="Which reports"
          options={[
            { value: 'open', label: 'Open', count: open },
            { value: 'closed', label: 'Closed' },
          ]}
          value={status}
          onChange={(value) => setPlace({ status: value, report: undefined })}
        />
        <Select
          inline
          label="About"
          value={category}
          options={[
            { value: 'all', label: 'Everything' },
            ...reportCategories.map((value) => ({ value, label: categories[value] })),
          ]}
          onChange={(value) => setPlace({ category: value })}
        />
      </Bar>
      <PagedTable
        className={styles.list}
        label="Reports"
        columns={columns}
        of={reports}
        keyOf={({ id }) => id}
        selected={report}
        onPress={({ id }) => select(id)}
        empty={status === 'open' ? 'No open reports' : 'No closed reports yet'}
      />
      <Foot>
        <span>{status === 'open' ? 'Oldest first' : 'Newest first'}</span>
        <KeyHint keys="J K" does="move" />
      </Foot>
    </Split>
  )
}
