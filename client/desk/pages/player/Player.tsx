import { type DeskFlag, type DeskPlayerDetail, deskCalls } from '@minefall/shared/contracts/desk'
import type { Order } from '@minefall/shared/contracts/rest'
import { Link, useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { usePages, usePlace, useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerNow.tsx'
import { Coins, Stat, StatStrip } from '../../ui/Stat.tsx'
import { type Column, PagedTable } from '../../ui/Table.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { shortId, unknownPlayer } from '../../ui/words.ts'
import { AccountCard, PlayCard } from './AccountCard.tsx'
import { spoken } from './block-texts.ts'
import { Connections, Matches, Sessions } from './Connections.tsx'
import { NotesCard } from './Notes.tsx'
import styles from './Player.module.css'
import { PlayerHead } from './PlayerHead.tsx'
import { Statement } from './Statement.tsx'

const columns: readonly Column<Order>[] = [
  { id: 'at', title: 'Placed', cell: ({ createdAt }) => <Time at={createdAt} as="day" /> },
  {
    id: 'number',
    title: 'Number',
    cell: ({ id, kind, number }) => (
      <Link to={kind === 'deposit' ? '/deposits' : '/withdrawals'} search={{ order: id }}>
        {number}
      </Link>
    ),
  },
  { id: 'kind', title: 'Kind', cell: ({ kind }) => spoken(kind) },
  {
    id: 'method',
    title: 'By',
    cell: ({ method, network }) => [spoken(method), network].filter(Boolean).join(', '),
  },
  { id: 'status', title: 'Status', cell: ({ status }) => spoken(status) },
  { id: 'reason', title: 'Why', cell: ({ reason }) => reason?.text ?? (reason ? spoken(reason.code) : '') },
  { id: 'amount', title: 'Coins', right: true, cell: ({ amount }) => <Coins amount={amount} /> },
  { id: 'total', title: 'Money', right: true, cell: ({ total, currency }) => `${total} ${currency.code}` },
]

/** Deposits and withdrawals of the player. */
const Orders = ({ id }: { id: string }) => {
  const orders = usePages(deskCalls.playerOrders, { params: { id }, query: {} })
  return (
    <PagedTable
      label="Orders"
      columns={columns}
      of={orders}
      keyOf={(order) => order.id}
      empty="No order was placed yet."
    />
  )
}

const shares = { 'same-device': 'share a device', 'same-payout': 'share where they are paid out' } as const

/** Pairs that this account was flagged in, the latest first. */
const FlagsCard = ({ flags, of }: { flags: readonly DeskFlag[]; of: string }) => (
  <Section card title="Flags">
    {flags.length === 0 && <p className={styles.mute}>Never flagged.</p>}
    <ul className={styles.flags}>
      {flags.map(({ id, day, players, flagged, shared, reviewed }) => {
        const other = players.find((player) => player.id !== of)
        return (
          <li key={id}>
            {reviewed ? <Chip>Reviewed</Chip> : <Chip tone="warn">Open</Chip>} {day}: met{' '}
            {other && <PlayerLink id={other.id} name={other.nickname} />} in {flagged.matches} matches,{' '}
            <Coins amount={flagged.moved.replace('-', '')} /> coins moved
            {shared && `; the two ${shares[shared]}`}
          </li>
        )
      })}
    </ul>
  </Section>
)

/** How often the account is read again while it is looked at, in milliseconds. */
const everyMs = 15_000

const tabs = {
  overview: 'Overview',
  connections: 'Connections',
  sessions: 'Sessions',
  statement: 'Statement',
  matches: 'Matches',
  orders: 'Orders',
} as const
type Tab = keyof typeof tabs

const paramsSchema = z.object({ playerId: z.string().catch('') })
const placeSchema = z.object({ tab: z.enum(Object.keys(tabs) as [Tab, ...Tab[]]).catch('overview') })

const Figures = ({ player: { balance, seated } }: { player: DeskPlayerDetail }) => (
  <StatStrip label="Balance">
    <Stat
      name="Coins"
      value={<Coins amount={balance.coin} />}
      note={<HeldCoins amount={balance.held.coin} />}
    />
    <Stat
      name="Bonus"
      value={<Coins amount={balance.promo} />}
      note={<HeldCoins amount={balance.held.promo} />}
    />
    <Stat
      name="Trial"
      value={<Coins amount={balance.trial} />}
      note={<HeldCoins amount={balance.held.trial} />}
    />
    <Stat
      name="Sits in"
      value={seated ? <Link to={`/matches/${seated.matchId}`}>{shortId(seated.matchId)}</Link> : '–'}
      note={seated?.gameId}
    />
  </StatStrip>
)

const HeldCoins = ({ amount }: { amount: string }) =>
  amount === '0' ? null : (
    <>
      <Coins amount={amount} /> held
    </>
  )

const Overview = ({ player: { id, account } }: { player: DeskPlayerDetail }) => (
  <div className={styles.cards}>
    {account && (
      <div className={styles.stack}>
        <AccountCard id={id} account={account} />
        <FlagsCard flags={account.flags} of={id} />
      </div>
    )}
    {account && <PlayCard play={account.play} />}
    <NotesCard id={id} />
  </div>
)

const TabContent = ({ tab, player }: { tab: Tab; player: DeskPlayerDetail }) => {
  const { id } = player
  if (tab === 'connections') return <Connections id={id} />
  if (tab === 'sessions') return <Sessions id={id} />
  if (tab === 'statement') return <Statement id={id} />
  if (tab === 'matches') return <Matches id={id} />
  if (tab === 'orders') return <Orders id={id} />
  return <Overview player={player} />
}

/** A player, an account or a guest, with all that the desk knows and may do. */
export const Page = () => {
  const { playerId } = paramsSchema.parse(useParams({ strict: false }))
  const [{ tab }, setPlace] = usePlace(placeSchema)
  const maySeeSessions = useMay('players.sessions')
  const read = useRead(deskCalls.player, { params: { id: playerId } }, { everyMs })
  const player = read.data
  if (!player) return <Waiting of={read} words={unknownPlayer} />
  const names = (Object.keys(tabs) as Tab[]).filter((name) => {
    if (name === 'sessions') return maySeeSessions && player.account !== null
    return name !== 'orders' || player.account !== null
  })
  return (
    <div className={styles.page}>
      <PlayerHead player={player} />
      <Figures player={player} />
      <Tabs
        label="About the player"
        tabs={names.map((value) => ({ value, label: tabs[value] }))}
        value={names.includes(tab) ? tab : 'overview'}
        onChange={(next) => setPlace({ tab: next })}
      >
        <TabContent tab={names.includes(tab) ? tab : 'overview'} player={player} />
      </Tabs>
    </div>
  )
}
