import { addressOf } from '@minefall/shared/contracts'
import { type DeskPlayerDetail, deskCalls } from '@minefall/shared/contracts/desk'
import type { PlayLimit, PlayState } from '@minefall/shared/contracts/rest'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { ReasonDialog } from '../../ui/Dialog.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerNow.tsx'
import { Coins } from '../../ui/Stat.tsx'
import { Time } from '../../ui/Time.tsx'
import { played, spoken } from './block-texts.ts'
import styles from './Player.module.css'

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
            'permanent'
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
              <th scope="col">Requested</th>
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

type Account = NonNullable<DeskPlayerDetail['account']>

const country = new Intl.DisplayNames('en', { type: 'region' })
const countryName = (letters: string) => (letters === '' ? '–' : (country.of(letters) ?? letters))

/** Says that staff know who owns the account, which larger withdrawals wait for. */
const ReviewIdentity = ({ id }: { id: string }) => {
  const [isAsked, setAsked] = useState(false)
  const params = { id }
  if (!useMay('accounts.review')) return null
  return (
    <>
      <Button small onClick={() => setAsked(true)}>
        Reviewed…
      </Button>
      <ReasonDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="The identity is reviewed"
        detail="Say how you verified the owner. This is recorded permanently, and larger withdrawals can continue."
        action="It is reviewed"
        tone="act"
        onConfirm={(reason) =>
          thenReread(
            ask(deskCalls.reviewIdentity, { params, body: { reason } }),
            addressOf(deskCalls.player, { params }),
            deskCalls.orders,
          )
        }
      />
    </>
  )
}

/** How the account is secured, and who owns it. */
export const AccountCard = ({ id, account }: { id: string; account: Account }) => {
  const { play, identity, invitedBy } = account
  return (
    <Section card title="Account">
      <Facts
        of={[
          ['Registered', <Time key="at" at={account.registeredAt} as="day" />],
          ['Language', account.language],
          ['Phone’s country', countryName(account.country)],
          ['Residence', countryName(play.residence ?? '')],
          [
            '18 or older',
            play.adultAt === null ? 'Not stated' : <Time key="at" at={play.adultAt} as="day" />,
          ],
          ['Shown in', account.currency],
          ['Invitation code', account.invitationCode],
          [
            'Invited by',
            invitedBy ? <PlayerLink key="by" id={invitedBy.id} name={invitedBy.nickname} /> : '–',
          ],
          ['Password', account.hasPassword ? 'Set' : 'Codes alone'],
          ['Payment password', account.hasPaymentPassword ? 'Set' : 'None'],
          ['Last secured', <Time key="at" at={account.securedAt} as="day" />],
          ['Total paid out', <Coins key="coins" amount={identity.withdrawn} />],
        ]}
      />
      {account.paymentLockedUntil !== null && (
        <p className={styles.mute}>
          The payment password is locked until <Time at={account.paymentLockedUntil} as="day" />, after wrong
          tries.
        </p>
      )}
      <div className={styles.line}>
        {identity.reviewed ? (
          <>
            Identity reviewed <Time at={identity.reviewed.at} as="day" /> by {identity.reviewed.name}.
          </>
        ) : (
          <>
            Identity not reviewed. <ReviewIdentity id={id} />
          </>
        )}
      </div>
    </Section>
  )
}
