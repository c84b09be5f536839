import type { User, WithdrawState } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatWhen } from '../../../lib/days.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { PaymentPasswordSetter } from '../../profile/index.ts'
import { Step } from '../parts/Step.tsx'
import type { WithdrawStep } from './amount.ts'
import { CurrencyBar } from './CurrencyStep.tsx'
import { Destinations } from './Destinations.tsx'
import type { Withdrawal } from './use-withdrawal.ts'
import sheet from './withdraw.module.css'

/** What has to be done or waited for before anything can be withdrawn. */
type Gate = 'no-contact' | 'no-password' | 'closed' | 'held-off'

/**
 * The first of what stands in the way; null when nothing does. `ways` is how many ways out are open. What begins a wait
 * comes before waiting.
 */
export const gateOf = (
  { heldOff, codeTo, hasPaymentPassword }: Pick<WithdrawState, 'heldOff' | 'codeTo' | 'hasPaymentPassword'>,
  ways: number,
  now: number,
): Gate | null => {
  const waits = heldOff !== null && heldOff.until > now
  // A contact that was just changed is there, and gets codes once the wait is over.
  if (codeTo === null && !waits) return 'no-contact'
  if (!hasPaymentPassword) return 'no-password'
  if (ways === 0) return 'closed'
  return waits ? 'held-off' : null
}

const NoPassword = ({ user }: { user: User }) => {
  const { t } = useTranslation('withdraw')
  const [isOpen, setOpen] = useState(false)
  return (
    <EmptyState face="wink" title={t('noPassword.title')} text={t('noPassword.text')}>
      <Button variant="primary" icon="lock" onClick={() => setOpen(true)}>
        {t('noPassword.action')}
      </Button>
      {isOpen && <PaymentPasswordSetter user={user} onClose={() => setOpen(false)} />}
    </EmptyState>
  )
}

const NoContact = () => {
  const { t } = useTranslation('withdraw')
  return (
    <EmptyState face="wink" title={t('noContact.title')} text={t('noContact.text')}>
      <Link
        className={buttonClass({ variant: 'primary' })}
        to="/"
        search={{ modal: 'profile', tab: 'email' }}
      >
        {t('noContact.action')}
      </Link>
    </EmptyState>
  )
}

type GatesProps = { gate: Exclude<Gate, 'held-off'>; user: User }

/** What has to be there before anything can be withdrawn, and what can be done about it. */
export const Gates = ({ gate, user }: GatesProps) => {
  const { t } = useTranslation('withdraw')
  switch (gate) {
    case 'no-contact':
      return <NoContact />
    case 'no-password':
      return <NoPassword user={user} />
    case 'closed':
      return <EmptyState face="sweat" title={t('noWay.title')} text={t('noWay.text')} />
  }
}

const minuteMs = 60_000

/** Milliseconds as hours and minutes, rounded up: 1 minute while any of the last one is left. */
export const timeLeft = (ms: number): { hours: number; minutes: number } => {
  const minutes = Math.max(0, Math.ceil(ms / minuteMs))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** How much of the time between two moments has passed, from 0 to 1. */
export const sharePassed = ({ since, until }: { since: number; until: number }, now: number): number =>
  until <= since ? 1 : Math.min(1, Math.max(0, (now - since) / (until - since)))

type WaitProps = { heldOff: NonNullable<WithdrawState['heldOff']>; now: number }

/** How long it still is, since when and until when. */
const Wait = ({ heldOff, now }: WaitProps) => {
  const { t, i18n } = useTranslation('withdraw')
  const { since, until } = heldOff
  const { hours, minutes } = timeLeft(until - now)
  const when = (at: number) => formatWhen(at, now, i18n.language)
  return (
    <section className={sheet.wait}>
      <p className={sheet.aside}>{t('holdOff.label')}</p>
      <p className={sheet.clock} role="timer">
        {hours > 0 ? t('holdOff.hours', { hours, minutes }) : t('holdOff.minutes', { minutes })}
      </p>
      <ProgressBar value={sharePassed(heldOff, now)} label={t('holdOff.passed')} />
      <p className={sheet.ends}>
        <span>{t('holdOff.since', { when: when(since) })}</span>
        <span>{t('holdOff.until', { when: when(until) })}</span>
      </p>
    </section>
  )
}

type HoldOffProps = WaitProps & { of: Withdrawal; onStep(step: WithdrawStep): void }

/** Why nothing can be withdrawn for a while, what goes on, and what can be made ready: destinations wait at the same time. */
export const HoldOff = ({ heldOff, now, of, onStep }: HoldOffProps) => {
  const { t } = useTranslation('withdraw')
  return (
    <Step>
      <Wait heldOff={heldOff} now={now} />
      <p className={sheet.aside}>{t('holdOff.why')}</p>
      <ul className={sheet.list}>
        <li>
          <Icon name="check" className={sheet.good} />
          {t('holdOff.works')}
        </li>
        <li>
          <Icon name="check" className={sheet.good} />
          {t('holdOff.ready')}
        </li>
        <li>
          <Icon name="close" className={sheet.dim} />
          {t('holdOff.waits')}
        </li>
      </ul>
      <Note
        icon="alert"
        action={
          <Link className={buttonClass({ variant: 'text' })} to="/" search={{ modal: 'profile' }}>
            {t('holdOff.secure')}
          </Link>
        }
      >
        {t('holdOff.notYou')}
      </Note>
      {of.offer && <CurrencyBar offer={of.offer} onSwitch={() => onStep('currency')} />}
      <Destinations of={of} onAdd={() => onStep('destination')} error={null} />
    </Step>
  )
}
