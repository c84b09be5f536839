import { bodyCode } from '@minefall/shared/contracts'
import type { Activity } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { isCallError } from '../../lib/call-error.ts'
import { clockText, useCountdown } from '../../lib/countdown.ts'
import { useOnline } from '../../lib/use-online.ts'
import { serverNow } from '../../machines/connection/index.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { useClaim } from './queries.ts'
import { useRewards } from './RewardsFrame.tsx'
import styles from './rewards.module.css'

const hour = 3_600
const day = 24 * hour

/** Seconds as one reads them from afar: days and hours from a day on, a clock below. */
export const timeUntil = (
  seconds: number,
): { kind: 'days'; days: number; hours: number } | { kind: 'clock'; clock: string } =>
  seconds >= day
    ? { kind: 'days', days: Math.floor(seconds / day), hours: Math.floor((seconds % day) / hour) }
    : { kind: 'clock', clock: clockText(seconds) }

/** How long until then by the server's time, running down. It is there to be looked at, not to be read out. */
export const TimeUntil = ({ at }: { at: number }) => {
  const { t } = useTranslation('vip')
  const left = timeUntil(useCountdown(at, serverNow) ?? 0)
  return (
    <time dateTime={new Date(at).toISOString()}>
      {left.kind === 'days' ? t('until.days', { days: left.days, hours: left.hours }) : left.clock}
    </time>
  )
}

export type GiftState = Activity['gift']

/** Why a gift was not given; who may not receive any is led to where that was set. */
const Refusal = ({ error }: { error: unknown }) => {
  const { t } = useTranslation('vip')
  const isBarred =
    isCallError(error) && (error.code === bodyCode.playPaused || error.code === bodyCode.countryBarred)
  return (
    <div className={styles.refusal}>
      <Note
        icon="alert"
        role="alert"
        action={
          isBarred && (
            <Link className={buttonClass({ variant: 'text' })} to="/" search={{ modal: 'play' }}>
              {t('saferPlay')}
            </Link>
          )
        }
      >
        {errorText(error)}
      </Note>
    </div>
  )
}

/** That it was received, and when the next of its kind begins. */
const Received = ({ endsAt }: { endsAt: number | null }) => {
  const { t } = useTranslation('vip')
  return (
    <span className={styles.done}>
      <span className={styles.tick}>
        <Icon name="check" size={18} />
        {t('received.word')}
      </span>
      {endsAt !== null && (
        <small>
          {t('received.next')} <TimeUntil at={endsAt} />
        </small>
      )}
    </span>
  )
}

export type GiftProps = {
  gift: GiftState
  /** What it is called, alone and in a sentence. */
  name: string
  art: ReactNode
  /** Below its name: how far it is. */
  children?: ReactNode
  /** In the button's place while it can't be claimed yet. */
  locked?: ReactNode
  /** Larger than a row: where there is room, art above words. */
  tall?: boolean
}

/** One gift: what it is, how much, and the button that claims it, what it waits for, or that it was received. */
export const Gift = ({ gift, name, art, children, locked, tall = false }: GiftProps) => {
  const { t } = useTranslation('vip')
  const { userId, celebrate } = useRewards()
  const isOnline = useOnline()
  const claim = useClaim(userId, gift.bonus_type)
  const way = useRef<HTMLDivElement>(null)
  /** From the press on: a second one comes before the button knows that it is busy. */
  const asked = useRef(false)
  const status = claim.isSuccess ? 'received' : gift.status
  const receive = () => {
    if (asked.current) return
    asked.current = true
    claim.mutate(undefined, {
      onSuccess: ({ amount }) => {
        celebrate({ amount, name, from: way.current })
        // The button is gone: the focus stays where it was.
        way.current?.focus()
      },
      onSettled: () => {
        asked.current = false
      },
    })
  }
  return (
    <div className={classes(styles.gift, styles[status], tall && styles.tall)}>
      {art}
      <div className={styles.words}>
        <h4 className={styles.name}>{name}</h4>
        <Coins className={styles.amount} amount={gift.amount} purse="promo" />
        {children}
      </div>
      <div className={styles.way} ref={way} tabIndex={-1}>
        {status === 'ready' && (
          <Button
            variant="primary"
            wide={tall}
            busy={claim.isPending}
            disabled={!isOnline && !claim.isPending}
            aria-label={t('claim.label', { name })}
            data-click="receive-gift"
            onClick={receive}
          >
            {t('claim.word')}
          </Button>
        )}
        {status === 'received' && <Received endsAt={gift.endsAt} />}
        {status === 'locked' && locked}
      </div>
      {claim.isError && status !== 'received' && <Refusal error={claim.error} />}
    </div>
  )
}
