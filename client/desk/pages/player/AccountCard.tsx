import { addressOf } from '@minefall/shared/contracts'
import { type DeskPlayerDetail, deskCalls } from '@minefall/shared/contracts/desk'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { thenReread } from '../../queries.ts'
import { useMay } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { Facts, Section } from '../../ui/Layout.tsx'
import { PlayerLink } from '../../ui/PlayerLink.tsx'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './Player.module.css'

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
        Reviewed …
      </Button>
      <ReasonDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="The identity is reviewed"
        detail="Say how you know who owns the account. It is said once, for good, and larger withdrawals go on."
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
          ['18 or older', play.adultAt === null ? 'Not said' : <Time key="at" at={play.adultAt} as="day" />],
          ['Shown in', account.currency],
          ['Invitation code', account.invitationCode],
          [
            'Invited by',
            invitedBy ? <PlayerLink key="by" id={invitedBy.id} name={invitedBy.nickname} /> : '–',
          ],
          ['Password', account.hasPassword ? 'Set' : 'Codes alone'],
          ['Payment password', account.hasPaymentPassword ? 'Set' : 'None'],
          ['Last secured', <Time key="at" at={account.securedAt} as="day" />],
          ['Paid out in all', <Coins key="coins" amount={identity.withdrawn} />],
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
