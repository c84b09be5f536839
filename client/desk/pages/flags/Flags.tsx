import { type DeskFlag, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { z } from 'zod'
import { useMounted } from '../../../src/lib/use-mounted.ts'
import { ask } from '../../api.ts'
import { useLive } from '../../live.ts'
import { thenReread, usePages, usePlace, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, FilterChips } from '../../ui/Chip.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import { KeyHint, listKeys, useKeys } from '../../ui/KeyHint.tsx'
import { Bar, Facts, Foot, Lines, Section, Split } from '../../ui/Layout.tsx'
import { PlayerLink, PlayerNow } from '../../ui/PlayerNow.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, PagedTable } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/ToastRegion.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { count } from '../../ui/words.ts'

const placeSchema = z.object({
  status: z.enum(['open', 'reviewed']).catch('open'),
  flag: z.string().nullable().catch(null),
})

const shares = {
  'same-device': 'Same device',
  'same-payout': 'Same payout account',
} as const

const namesOf = ({ players }: DeskFlag) => players.map(({ nickname }) => nickname).join(' and ')

/** Who lost what to whom: what was moved is below zero where the first one won it. */
const flowOf = ({ players, total }: DeskFlag) => {
  const [first, second] = BigInt(total.moved) < 0n ? [...players].reverse() : players
  return { from: first, to: second, coins: total.moved.replace('-', '') }
}

const Moved = ({ flag }: { flag: DeskFlag }) => {
  const { from, to, coins } = flowOf(flag)
  if (coins === '0' || !from || !to) return <>None</>
  return (
    <>
      <Coins amount={coins} /> from <bdi>{from.nickname}</bdi>
    </>
  )
}

const columns: readonly Column<DeskFlag>[] = [
  { id: 'at', title: 'When', cell: ({ at }) => <Time at={at} as="day" /> },
  { id: 'players', title: 'Players', opens: true, cell: (flag) => <bdi>{namesOf(flag)}</bdi> },
  { id: 'matches', title: 'Matches', right: true, cell: ({ total }) => count(total.matches) },
  { id: 'moved', title: 'Coins moved', cell: (flag) => <Moved flag={flag} /> },
  {
    id: 'shared',
    title: 'They share',
    cell: ({ shared }) => (shared === null ? '–' : <Chip tone="bad">{shares[shared]}</Chip>),
  },
  { id: 'by', title: 'Reviewed by', cell: ({ reviewed }) => reviewed?.name ?? '–' },
]

/** The selected flag: that of the list, or as it was read alone, as where it is further down or a colleague has reviewed it. */
export const shownOf = (
  rows: readonly DeskFlag[],
  selected: string | null,
  read: DeskFlag | undefined,
): DeskFlag | undefined => rows.find(({ id }) => id === selected) ?? read

const Pair = ({ flag, onClose }: { flag: DeskFlag; onClose: () => void }) => {
  const [asks, setAsks] = useState(false)
  const mayReview = useMay('accounts.review')
  const mounted = useMounted()
  const { from, to, coins } = flowOf(flag)
  const review = async (reason: string) => {
    const act = ask(deskCalls.reviewFlag, { params: { id: flag.id }, body: { reason } })
    await thenReread(act, deskCalls.flags, deskCalls.orders)
    toast.good('Flag reviewed.')
    if (mounted.current) onClose()
  }
  return (
    <SidePanel
      label="Flag"
      title={<bdi>{namesOf(flag)}</bdi>}
      detail={`Of ${flag.day} (UTC)`}
      onClose={onClose}
      actions={
        flag.reviewed ? (
          <p>
            Reviewed by {flag.reviewed.name}, <Time at={flag.reviewed.at} />. The findings are in the audit
            log.
          </p>
        ) : mayReview ? (
          <>
            <Button tone="go" onClick={() => setAsks(true)}>
              Review
            </Button>
            <p>A review doesn’t move any coins.</p>
          </>
        ) : (
          <p>Your role can view flags. Finance reviews them.</p>
        )
      }
    >
      <Section title="What they did">
        <p>
          {coins === '0' || !from || !to ? (
            'Neither came out ahead.'
          ) : (
            <>
              <bdi>{from.nickname}</bdi> lost <Coins amount={coins} /> coins to <bdi>{to.nickname}</bdi> that
              day.
            </>
          )}
        </p>
        <Facts
          of={[
            ['Matches that day', count(flag.total.matches)],
            ['When flagged', count(flag.flagged.matches)],
            ['Flagged', <Time key="at" at={flag.at} as="day" />],
            ['They share', flag.shared === null ? 'Nothing known' : shares[flag.shared]],
          ]}
        />
      </Section>
      {flag.players.map(({ id, nickname, email, phoneNumber }) => (
        <Section key={id} title={<PlayerLink id={id} name={nickname} />} note={<PlayerNow playerId={id} />}>
          <Lines
            of={[
              ...(email === '' ? [] : [['Email', email, email] as const]),
              ...(phoneNumber === '' ? [] : [['Phone', phoneNumber, phoneNumber] as const]),
            ]}
          />
        </Section>
      ))}
      <ReasonDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Review this flag"
        detail="Confirms you’ve checked both accounts. Your findings go to the audit log. Players don’t see them."
        action="Reviewed"
        tone="go"
        presets={['They know each other, no issue', 'Watch them', 'Reported to the admins']}
        onConfirm={review}
      />
    </SidePanel>
  )
}

/** Pairs of accounts that met too often, or moved too many coins between them. */
export const Page = () => {
  const [{ status, flag: selected }, setPlace] = usePlace(placeSchema)
  const flags = usePages(deskCalls.flags, { query: { status } })
  const open = useLive(({ counts }) => counts.flags)
  const ids = flags.rows.map(({ id }) => id)
  const select = (id: string | null) => setPlace({ flag: id ?? undefined })
  useKeys(listKeys(ids, selected, select))
  const read = useRead(deskCalls.flag, { params: { id: selected ?? '' } }, { enabled: selected !== null })
  const shown = shownOf(flags.rows, selected, read.data)
  const close = () => select(null)
  const side = shown ? (
    <Pair key={shown.id} flag={shown} onClose={close} />
  ) : (
    selected !== null && (
      <SidePanel label="Flag" title="Flag" onClose={close}>
        <Waiting of={read} />
      </SidePanel>
    )
  )
  return (
    <Split side={side}>
      <Bar>
        <FilterChips
          label="Which flags"
          options={[
            { value: 'open', label: 'Open', count: open },
            { value: 'reviewed', label: 'Reviewed' },
          ]}
          value={status}
          onChange={(value) => setPlace({ status: value, flag: undefined })}
        />
      </Bar>
      <PagedTable
        label="Flags"
        columns={columns}
        of={flags}
        keyOf={({ id }) => id}
        selected={selected}
        onPress={({ id }) => select(id)}
        empty={status === 'open' ? 'No open flags' : 'No reviewed flags yet'}
      />
      <Foot>
        <span>{status === 'open' ? 'Oldest first' : 'Newest first'}</span>
        <KeyHint keys="J K" does="move" />
      </Foot>
    </Split>
  )
}
