import type { WithdrawState } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { nearDay } from '../../../lib/days.ts'
import { formatDateTime, formatTime } from '../../../lib/format.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { Step } from '../parts/Step.tsx'
import { CurrencyBar } from './CurrencyBar.tsx'
import { Destinations } from './Destinations.tsx'
import styles from './hold-off.module.css'
import type { WithdrawStep } from './steps.ts'
import type { Withdrawal } from './use-withdrawal.ts'
import sheet from './withdraw.module.css'

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
  const when = (at: number) =>
    nearDay(at, now) === 'today' ? formatTime(at, i18n.language) : formatDateTime(at, i18n.language)
  return (
    <section className={styles.wait}>
      <p className={sheet.aside}>{t('holdOff.label')}</p>
      <p className={styles.clock} role="timer">
        {hours > 0 ? t('holdOff.hours', { hours, minutes }) : t('holdOff.minutes', { minutes })}
      </p>
      <ProgressBar value={sharePassed(heldOff, now)} label={t('holdOff.passed')} />
      <p className={styles.ends}>
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
      <ul className={styles.list}>
        <li>
          <Icon name="check" className={styles.good} />
          {t('holdOff.works')}
        </li>
        <li>
          <Icon name="check" className={styles.good} />
          {t('holdOff.ready')}
        </li>
        <li>
          <Icon name="close" className={styles.dim} />
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
