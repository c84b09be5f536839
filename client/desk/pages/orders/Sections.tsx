import type { DeskOrderDetail } from '@minefall/shared/contracts/desk'
import { Link } from '@tanstack/react-router'
import { classes } from '../../../src/ui/classes.ts'
import { useStaff } from '../../session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Facts, Lines, Section } from '../../ui/Layout.tsx'
import { PlayerLink, PlayerNow } from '../../ui/PlayerNow.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { Time } from '../../ui/Time.tsx'
import { actorOf, flagWords, inOrder, linesOf, methodOf, stepOf, sumOf, whyTwo } from './order-words.ts'
import styles from './orders.module.css'

type About = { order: DeskOrderDetail }

/** What was to be paid, where and until when; a picture is compared with this. */
export const Payment = ({ order }: About) => (
  <Section title={order.kind === 'deposit' ? 'Amount due' : 'Payout'}>
    <Facts
      of={[
        ['Value of the coins', sumOf(order, order.fiat)],
        [
          'Fee',
          order.kind === 'deposit' ? sumOf(order, order.fee) : <Coins key="fee" amount={order.feeCoins} />,
        ],
        ['One coin', `${order.currency.symbol}${order.rate}`],
        ['Method', methodOf(order)],
        ['Placed', <Time key="placed" at={order.createdAt} as="day" />],
        ...(order.expiresAt === null
          ? []
          : [['To be paid until', <Time key="until" at={order.expiresAt} as="day" />] as const]),
        ...(order.reference === null ? [] : [['Reference', order.reference] as const]),
      ]}
    />
    {order.kind === 'deposit' && (
      <Lines
        of={[
          ['In all', sumOf(order, order.total), order.total],
          ...(order.payTo ? linesOf(order.payTo).map(([name, value]) => [name, value, value] as const) : []),
          ['Remark', order.remark, order.remark],
        ]}
      />
    )}
  </Section>
)

/** Everything that a person should look at before deciding. */
export const Flags = ({ order }: About) => {
  const flags = inOrder(order.flags)
  return (
    <Section title="Flags">
      {flags.length === 0 ? (
        <p className={styles.note}>Nothing stands out.</p>
      ) : (
        <ul className={styles.flags}>
          {flags.map((flag) => {
            const { label, means, tone, icon } = flagWords[flag]
            return (
              <li key={flag} className={styles[tone]}>
                <Icon name={icon} />
                <span>
                  <strong>{label}.</strong> {means}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

const moved = (flag: DeskOrderDetail['accountFlags'][number]) =>
  `${flag.total.matches} matches on ${flag.day}`

/** Who placed it, how to reach them, how they are connected now, and the flags about the account. */
export const Owner = ({ order }: About) => {
  const { player, accountFlags, identity } = order
  return (
    <Section title="Player">
      <Facts
        of={[
          ['Player', <PlayerLink key="player" id={player.id} name={player.nickname} />],
          ['Now', <PlayerNow key="now" playerId={player.id} />],
          ['Paid out so far', <Coins key="paid" amount={identity.withdrawn} />],
          ['Identity', identity.reviewed ? `Reviewed by ${identity.reviewed.name}` : 'Not reviewed'],
        ]}
      />
      <Lines
        of={[
          ...(player.email === '' ? [] : [['Email', player.email, player.email] as const]),
          ...(player.phoneNumber === '' ? [] : [['Phone', player.phoneNumber, player.phoneNumber] as const]),
        ]}
      />
      {accountFlags.length > 0 && (
        <ul className={styles.flags}>
          {accountFlags.map((flag) => (
            <li key={flag.id} className={flag.reviewed ? undefined : styles.warn}>
              <Icon name="flag" />
              <span>
                <strong>{flag.reviewed ? 'Reviewed flag' : 'Open flag'}.</strong> {moved(flag)},{' '}
                <Coins amount={flag.total.moved} /> coins moved.{' '}
                <Link to="/flags" search={{ flag: flag.id, status: flag.reviewed ? 'reviewed' : 'open' }}>
                  Check
                </Link>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const places = ['First person', 'Second person']

/** Who approved, and who is still needed. */
export const People = ({ order }: About) => {
  const me = useStaff()
  const { needed, given } = order.approvals
  const missing = Math.max(0, needed - given.filter(({ counts }) => counts).length)
  const why = whyTwo(order.approvals)
  if (needed < 2 && given.length === 0) return null
  return (
    <Section title={needed > 1 ? 'Two people' : 'Approved by'}>
      {why !== null && <p className={styles.note}>{why}</p>}
      <ul className={styles.people}>
        {given.map(({ staffId, name, at, reference, counts }) => (
          <li key={staffId}>
            <strong>{staffId === me.id ? `${name} (you)` : name}</strong>
            <span>
              {reference}, <Time at={at} />
            </span>
            {!counts && <span>Works here no more: it does not count</span>}
          </li>
        ))}
        {order.endedAt === null &&
          places.slice(needed - missing, needed).map((place) => (
            <li key={place} className={styles.open}>
              <strong>{place}</strong>
              <span>
                {given.some(({ staffId }) => staffId === me.id) ? 'Someone other than you' : 'No one yet'}
              </span>
            </li>
          ))}
      </ul>
    </Section>
  )
}

/** What happened to it, step by step. */
export const History = ({ order }: About) => (
  <Section title="History">
    <ol className={styles.history}>
      {order.events.map((event) => (
        <li key={`${event.status} ${event.at}`}>
          <Time at={event.at} as="day" />
          <span>
            {stepOf(event)} <em className={classes(styles.note)}>{actorOf(event)}</em>
            {event.reason !== null && <em>: {event.reason}</em>}
          </span>
        </li>
      ))}
    </ol>
  </Section>
)
