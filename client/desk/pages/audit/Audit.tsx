import { commandLine, type DeskAuditEntry, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { z } from 'zod'
import { usePages, usePlace } from '../../queries.ts'
import { Field, Select } from '../../ui/Field.tsx'
import { KeyHint, listKeys, useKeys } from '../../ui/KeyHint.tsx'
import { Bar, Foot, Lines, Section, Split } from '../../ui/Layout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { type Column, PagedTable } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Audit.module.css'

const subjects = {
  all: 'Everything',
  staff: 'Staff',
  order: 'Orders',
  flag: 'Flags',
  account: 'Accounts',
  conversation: 'Conversations',
  canned: 'Canned answers',
  match: 'Matches',
  report: 'Reports',
  table: 'Tables',
  activity: 'Activities',
  arena: 'Arenas',
  channel: 'Payment methods',
  currency: 'Rates',
} as const
const kinds = z.enum(Object.keys(subjects) as [keyof typeof subjects, ...(keyof typeof subjects)[]])

const placeSchema = z.object({ about: kinds.catch('all'), id: z.string().catch('') })

/** Who did it. Someone unknown may have tried to sign in. */
export const whoOf = ({ staff, address }: Pick<DeskAuditEntry, 'staff' | 'address'>): string =>
  staff?.name ?? (address === commandLine ? 'Command line' : 'Unknown')

const columns: readonly Column<DeskAuditEntry>[] = [
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} as="day" /> },
  { id: 'staff', title: 'Who', cell: whoOf },
  { id: 'action', title: 'What', opens: true, cell: ({ action }) => action },
  { id: 'subject', title: 'About', cell: ({ subjectType, subjectId }) => `${subjectType} ${subjectId}` },
  { id: 'reason', title: 'Why', cell: ({ reason }) => reason ?? '' },
]

const Values = ({ title, of }: { title: string; of: unknown }) =>
  of === null || of === undefined ? null : (
    <Section title={title}>
      <pre className={styles.values}>{JSON.stringify(of, null, 2)}</pre>
    </Section>
  )

const Entry = ({ entry, onClose }: { entry: DeskAuditEntry; onClose: () => void }) => (
  <SidePanel label="Entry" title={entry.action} detail={<Time at={entry.at} />} onClose={onClose}>
    <Section>
      <Lines
        of={[
          ['Who', whoOf(entry)],
          ['From', entry.address],
          ['About', `${entry.subjectType} ${entry.subjectId}`, entry.subjectId],
          ['Why', entry.reason ?? '–'],
        ]}
      />
    </Section>
    <Values title="Before" of={entry.before} />
    <Values title="After" of={entry.after} />
  </SidePanel>
)

/** Everything that staff did, the newest first. */
export const Page = () => {
  const [{ about, id }, setPlace] = usePlace(placeSchema)
  const [selected, select] = useState<string | null>(null)
  const query = about === 'all' ? {} : { subjectType: about, subjectId: id || null }
  const log = usePages(deskCalls.audit, { query })
  const keys = log.rows.map((row) => row.id)
  useKeys(listKeys(keys, selected, select))
  const entry = log.rows.find((row) => row.id === selected)
  return (
    <Split side={entry && <Entry entry={entry} onClose={() => select(null)} />}>
      <Bar>
        <Select
          inline
          label="About"
          value={about}
          options={kinds.options.map((value) => ({ value, label: subjects[value] }))}
          onChange={(value) => setPlace({ about: value })}
        />
        {about !== 'all' && (
          <Field
            inline
            label="ID"
            value={id}
            onChange={({ target }) => setPlace({ id: target.value || undefined })}
          />
        )}
      </Bar>
      <PagedTable
        label="Audit log"
        columns={columns}
        of={log}
        keyOf={(row) => row.id}
        selected={selected}
        onPress={(row) => select(row.id)}
        empty="No entries."
      />
      <Foot>
        <span>Newest first</span>
        <KeyHint keys="J K" does="move" />
      </Foot>
    </Split>
  )
}
