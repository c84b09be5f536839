import { type DeskReportDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Timeline } from '../../timeline/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { PlayerLink } from '../../ui/PlayerLink.tsx'
import { PlayerNow } from '../../ui/PlayerNow.tsx'
import { tableName } from '../../ui/play-words.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { shortId } from '../../ui/short-id.ts'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.ts'
import { Waiting } from '../../ui/Waiting.tsx'
import styles from './reports.module.css'
import { categories, connectionLines } from './words.ts'

const presets = ['Answered in the chat', 'Fixed in a later release', 'Could not be found', 'No fault of ours']

/** The match that a report names. */
const About = ({ report: { matchId, match } }: { report: DeskReportDetail }) => {
  const maySee = useMay('matches.read')
  if (matchId === null) return '–'
  const name = shortId(matchId)
  if (!match) return `${name}, none of ours`
  return maySee ? <Link to={`/matches/${matchId}`}>{name}</Link> : name
}

/** One report with what came along, and how it ended. */
export const Report = ({ id, onClose }: { id: string; onClose: () => void }) => {
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
            <p>What came of it goes to the audit log. The player is not told; write to them for that.</p>
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
        detail="Say what came of it. It can’t be opened again."
        action="Close the report"
        tone="go"
        presets={presets}
        onConfirm={close}
      />
    </SidePanel>
  )
}
