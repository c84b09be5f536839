import {
  type DeskMatchDetail,
  type DeskMatchEvent,
  type DeskSeat,
  deskCalls,
} from '@minefall/shared/contracts/desk'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { PlayerLink, PlayerNow } from '../../ui/PlayerNow.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time, useNow } from '../../ui/Time.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { boardsOf, coinNames, lasting, percentOf, shortId, tableName } from '../../ui/words.ts'
import { Phase } from './Matches.tsx'
import styles from './matches.module.css'
import { Voids } from './Voids.tsx'
import { eventDetail, eventName, outWords, stuckOf, whyEnded } from './words.ts'

const seatColumns = ({ result }: DeskMatchDetail): readonly Column<DeskSeat>[] => [
  { id: 'seat', title: 'Seat', cell: ({ seat }) => seat + 1 },
  {
    id: 'player',
    title: 'Player',
    cell: ({ playerId, name, kind }) =>
      playerId === null ? (
        <>
          <bdi>{name}</bdi> (practice opponent)
        </>
      ) : (
        <PlayerLink id={playerId} name={name} guest={kind === 'guest'} />
      ),
  },
  {
    id: 'now',
    title: 'Connection now',
    cell: ({ playerId }) => (playerId === null ? '–' : <PlayerNow playerId={playerId} />),
  },
  { id: 'out', title: 'Out', cell: ({ out }) => (out === null ? '–' : outWords[out]) },
  ...(result
    ? [
        {
          id: 'paid',
          title: 'Paid',
          right: true,
          cell: ({ seat }: DeskSeat) => (
            <Coins amount={result.payouts.find((paid) => paid.seat === seat)?.amount ?? '0'} />
          ),
        },
      ]
    : []),
]

/** Who sits there. */
const Seats = ({ match }: { match: DeskMatchDetail }) => (
  <Section card title="Seats" note={`${match.taken.length} of ${match.seats} taken`}>
    <Table
      label="Seats"
      columns={seatColumns(match)}
      rows={match.taken}
      keyOf={({ seat }) => String(seat)}
      empty="Open seat"
    />
  </Section>
)

/** What players may verify a match by. */
const Proof = ({ match: { proof, taken } }: { match: DeskMatchDetail }) => {
  if (!proof)
    return (
      <Section card title="Proof">
        <p className={styles.mute}>Seeds, salts and clues stay hidden until the match is over.</p>
      </Section>
    )
  const nameOf = (seat: number) => taken.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`
  const values: readonly (readonly [name: string, value: string])[] = [
    ['Server’s seed', proof.serverSeed],
    ['Its commitment', proof.serverCommit],
    ...(proof.lockHash === null ? [] : [['Hash of the lock', proof.lockHash] as const]),
    ...proof.seeds.flatMap(({ seat, seed }) =>
      seed === null ? [] : [[`Seed of ${nameOf(seat)}`, seed] as const],
    ),
    ...proof.boards.map(({ board, root }) => [`Root of board ${board + 1}`, root] as const),
  ]
  return (
    <Section card title="Proof" note={<Copy text={JSON.stringify(proof, null, 2)} what="the proof" />}>
      <dl className={styles.proof}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd className={styles.hash}>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

const columnsOf = ({ taken, rules }: DeskMatchDetail): readonly Column<DeskMatchEvent>[] => [
  { id: 'seq', title: 'No.', cell: ({ seq }) => seq },
  { id: 'at', title: 'At', cell: ({ at }) => (at === null ? '–' : <Time at={at} as="clock" />) },
  { id: 'what', title: 'What', cell: eventName },
  {
    id: 'who',
    title: 'Who',
    cell: ({ seat }) =>
      seat === null ? '' : <bdi>{taken.find((one) => one.seat === seat)?.name ?? `Seat ${seat + 1}`}</bdi>,
  },
  { id: 'detail', title: 'Besides', cell: (event) => eventDetail(event, rules) },
]

/** The journal, the newest first. While the match lives it tells what everyone at the table sees, and less. */
const Journal = ({ match }: { match: DeskMatchDetail }) => (
  <Section card title="Journal" note={`${match.seq} events, newest first`}>
    <Table
      label="Journal"
      columns={columnsOf(match)}
      rows={[...match.events].reverse()}
      keyOf={({ seq }) => String(seq)}
      empty="Nothing has happened yet."
    />
  </Section>
)

/** How often a match that lives is read again while it is looked at, in milliseconds. */
const everyMs = 2_000

const isOver = ({ phase }: DeskMatchDetail): boolean => phase === 'settled' || phase === 'voided'

const Head = ({ match }: { match: DeskMatchDetail }) => {
  const { matchId, gameId, stake, asset, startedAt } = match
  const isPlayed = isOver(match) && startedAt !== null
  return (
    <header className={styles.head}>
      <h2>
        {tableName(gameId)} {shortId(matchId)}
        <Copy text={matchId} what="the match’s id" />
      </h2>
      <Phase match={match} />
      <span className={styles.mute}>
        <Coins amount={stake} /> {coinNames[asset]} a seat
      </span>
      {isPlayed && (
        <a
          className={buttonClass()}
          href={`/game/${gameId}?match=${matchId}&ply=0`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="outside" />
          Replay
        </a>
      )}
    </header>
  )
}

const Clock = ({
  clock: { seat, deadline },
  names,
}: {
  clock: NonNullable<DeskMatchDetail['clock']>
  names: string[]
}) => {
  const now = useNow(1_000)
  const left = deadline - now
  return (
    <>
      <bdi>{names[seat] ?? `Seat ${seat + 1}`}</bdi>,{' '}
      {left > 0 ? `${lasting(left)} left` : `over since ${lasting(-left)}`}
    </>
  )
}

const About = ({ match }: { match: DeskMatchDetail }) => {
  const { rules, clock, epoch, node, shard, result, taken } = match
  const names: string[] = []
  for (const { seat, name } of taken) names[seat] = name
  return (
    <Section card title="The match">
      <Facts
        of={[
          ...(clock ? [['Their turn', <Clock key="clock" clock={clock} names={names} />] as const] : []),
          ...(clock && clock.compensatedMs > 0
            ? [['Time returned', lasting(clock.compensatedMs)] as const]
            : []),
          ...(result ? [['Ended', whyEnded[result.why]] as const] : []),
          ...(result && result.rake !== '0'
            ? [['Rake', <Coins key="rake" amount={result.rake} />] as const]
            : []),
          ['Board', boardsOf(rules)],
          ['Turn', lasting(rules.clockMs)],
          ['Rake of the pot', percentOf(rules.rakeBps)],
          ['Opened', <Time key="opened" at={match.openedAt} as="day" />],
          ['Started', match.startedAt === null ? '–' : <Time key="started" at={match.startedAt} as="day" />],
          ['Over', match.endedAt === null ? '–' : <Time key="ended" at={match.endedAt} as="day" />],
          ['Last event', <Time key="last" at={match.lastEventAt} />],
          ['Node', node],
          ['Shard', `${shard}, epoch ${epoch}`],
        ]}
      />
    </Section>
  )
}

/** A match with all that the desk knows of it and may do about it. */
export const Page = () => {
  const { matchId = '' } = useParams({ strict: false }) as { matchId?: string }
  const mayVoid = useMay('matches.void')
  const read = useRead(deskCalls.match, { params: { id: matchId } }, { everyMs })
  const match = read.data
  if (!match) return <Waiting of={read} />
  const stuck = stuckOf(match)
  return (
    <div className={styles.page}>
      <Head match={match} />
      <div className={styles.parts}>
        <div className={styles.column}>
          <div className={styles.about}>
            <About match={match} />
          </div>
          <Seats match={match} />
          <Journal match={match} />
        </div>
        <div className={styles.column}>
          {stuck && (
            <p className={styles.stuck}>
              <strong>{stuck.label}.</strong> {stuck.detail}
            </p>
          )}
          <Voids match={match} mayVoid={mayVoid} />
          <Proof match={match} />
        </div>
      </div>
    </div>
  )
}
