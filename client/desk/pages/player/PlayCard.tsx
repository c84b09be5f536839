import type { PlayLimit, PlayState } from '@minefall/shared/contracts/rest'
import { Coins } from '../../ui/Coins.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Player.module.css'
import { played, spoken } from './words.ts'

const LimitRow = ({ limit: { kind, period, amount, used, pending } }: { limit: PlayLimit }) => (
  <tr>
    <th scope="row">
      {spoken(kind)}, {period}
    </th>
    <td>{amount === null ? 'None' : <Coins amount={amount} />}</td>
    <td>
      <Coins amount={used} />
    </td>
    <td>
      {pending && (
        <>
          {pending.amount === null ? 'None' : <Coins amount={pending.amount} />} from{' '}
          <Time at={pending.dueAt} as="day" />
        </>
      )}
    </td>
  </tr>
)

/** What the player set for their own play, and what they played today. */
export const PlayCard = ({ play }: { play: PlayState }) => {
  const { today, limits, privateLoss } = play
  const shown = limits.filter(({ amount, pending }) => amount !== null || pending)
  return (
    <Section card title="Limits and breaks">
      {play.break ? (
        <p>
          {spoken(play.break.kind)} since <Time at={play.break.beganAt} as="day" />,{' '}
          {play.break.endsAt === null ? (
            'for good'
          ) : (
            <>
              until <Time at={play.break.endsAt} as="day" />
            </>
          )}
          .
        </p>
      ) : (
        <p className={styles.mute}>No break.</p>
      )}
      {shown.length > 0 ? (
        <table className={styles.limits}>
          <thead>
            <tr>
              <th scope="col">Limit</th>
              <th scope="col">Coins</th>
              <th scope="col">Used</th>
              <th scope="col">Asked for</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((limit) => (
              <LimitRow key={`${limit.kind} ${limit.period}`} limit={limit} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles.mute}>No limit.</p>
      )}
      <Facts
        of={[
          ['Played today', played(today.seconds)],
          ['Matches today', today.coin.matches + today.promo.matches],
          ['Net in coins', <Coins key="net" amount={today.coin.net} sign />],
          [
            'Lost at private tables today',
            <span key="private">
              <Coins amount={privateLoss.lost} /> of <Coins amount={privateLoss.most} />
            </span>,
          ],
          ['Reminder', play.reminderMinutes === null ? 'None' : `${play.reminderMinutes} min`],
        ]}
      />
    </Section>
  )
}
