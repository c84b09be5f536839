import type { DeskHealth, DeskHealthFigures } from '@minefall/shared/contracts'
import type { Column } from '../../ui/columns.tsx'
import { Section } from '../../ui/Layout.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { count, share } from '../../ui/words.ts'

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
export const Figures = ({ of }: { of: DeskHealth }) => (
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
