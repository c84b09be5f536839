import { type DeskPlayerDetail, deskPlayerDetailSchema } from '@minefall/shared/contracts'
import { Link, useParams } from '@tanstack/react-router'
import { z } from 'zod'
import { usePlace } from '../../place.ts'
import { useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Coins } from '../../ui/Coins.tsx'
import { Stat, StatStrip } from '../../ui/Stat.tsx'
import { shortId } from '../../ui/short-id.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { AccountCard } from './AccountCard.tsx'
import { Connections } from './Connections.tsx'
import { FlagsCard } from './FlagsCard.tsx'
import { Matches } from './Matches.tsx'
import { NotesCard } from './Notes.tsx'
import { Orders } from './Orders.tsx'
import { PlayCard } from './PlayCard.tsx'
import styles from './Player.module.css'
import { PlayerHead } from './PlayerHead.tsx'
import { Sessions } from './Sessions.tsx'
import { Statement } from './Statement.tsx'

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
    <Stat name="Coins" value={<Coins amount={balance.coin} />} note={<Held amount={balance.held.coin} />} />
    <Stat name="Bonus" value={<Coins amount={balance.promo} />} note={<Held amount={balance.held.promo} />} />
    <Stat name="Trial" value={<Coins amount={balance.trial} />} note={<Held amount={balance.held.trial} />} />
    <Stat
      name="Sits in"
      value={seated ? <Link to={`/matches/${seated.matchId}`}>{shortId(seated.matchId)}</Link> : '–'}
      note={seated?.gameId}
    />
  </StatStrip>
)

const Held = ({ amount }: { amount: string }) =>
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

const Shown = ({ tab, player }: { tab: Tab; player: DeskPlayerDetail }) => {
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
  const read = useRead(`/api/desk/players/${encodeURIComponent(playerId)}`, deskPlayerDetailSchema, {
    everyMs,
  })
  const player = read.data
  if (!player) return <Waiting of={read} />
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
        <Shown tab={names.includes(tab) ? tab : 'overview'} player={player} />
      </Tabs>
    </div>
  )
}
