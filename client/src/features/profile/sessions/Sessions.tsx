import type { AnswerOf } from '@minefall/shared/contracts'
import { accountCalls } from '@minefall/shared/contracts/rest'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, showNotice } from '../../../calls/notices.ts'
import { orGone } from '../../../calls/or-gone.ts'
import { formatDateTime, formatRelative } from '../../../lib/format.ts'
import { useServerNow } from '../../../machines/connection/index.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from '../account/account.module.css'
import { LoadTrouble } from '../LoadTrouble.tsx'
import { useOutdated, useSessions } from '../queries.ts'

type Session = AnswerOf<typeof accountCalls.sessions>[number]

/** A device in words: as much as its browser told. */
const useDeviceName = () => {
  const { t } = useTranslation('profile')
  return (userAgent: string): string => {
    const { browser, system } = readDevice(userAgent)
    if (browser && system) return t('sessions.device', { browser, system })
    return browser ?? system ?? t('sessions.unknown')
  }
}

/** One device that is signed in. */
const SessionRow = ({ session, userId }: { session: Session; userId: string }) => {
  const { t, i18n } = useTranslation('profile')
  const { current, seenAt, address, sessionid } = session
  const now = useServerNow(30_000)
  const device = useDeviceName()(session.device)
  const outdated = useOutdated(userId)
  const end = useMutation({
    mutationFn: () => orGone(ask(accountCalls.endSession, { body: { sessionid } })),
    onSuccess: async () => {
      await outdated('sessions')
      showNotice('session-ended', 'good')
    },
  })
  const isHandheld = readDevice(session.device).kind !== 'computer'
  return (
    <li className={styles.session}>
      <Icon name={isHandheld ? 'phone' : 'laptop'} size={24} className={styles.sign} />
      <div className={styles.words}>
        <p className={styles.device}>
          {device}
          {current && (
            <Chip small tone="good">
              {t('sessions.current')}
            </Chip>
          )}
        </p>
        <p className={styles.where}>
          {current ? (
            t('sessions.now')
          ) : (
            <time dateTime={new Date(seenAt).toISOString()} title={formatDateTime(seenAt, i18n.language)}>
              {formatRelative(Math.min(seenAt, now), now, i18n.language)}
            </time>
          )}
          {' · '}
          {address}
        </p>
        <Trouble text={end.isError ? errorText(end.error) : null} />
      </div>
      {!current && (
        <Button
          variant="text"
          icon="leave"
          className={styles.end}
          busy={end.isPending}
          aria-label={t('sessions.endOf', { device })}
          onClick={() => end.mutate()}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}

/** What a browser calls itself, read as far as people care. Names are proper nouns and stay as they are. */
type Device = {
  browser: string | null
  system: string | null
  kind: 'phone' | 'tablet' | 'computer'
}

/** Most browsers name others besides themselves: the first that fits is the one. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/** Reads a `User-Agent`; what it doesn't tell is null. */
export const readDevice = (userAgent: string): Device => {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const [, system, kind] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [null, null, 'computer']
  return { browser, system, kind }
}

type Props = {
  open: boolean
  userId: string
  onClose(): void
  /** Called before this device is signed out too. */
  onLeave(): void
}

/** Asks once more, since this device is one of them. */
const SignOutEverywhere = ({ open, userId, onClose, onLeave }: Props) => {
  const { t } = useTranslation(['profile', 'common'])
  const leave = useMutation({
    mutationFn: () => ask(accountCalls.signOutEverywhere),
    onSuccess: () => {
      // Someone else may have signed in since it was asked for.
      if (sessionActor.getSnapshot().context.user?.id !== userId) return
      onLeave()
      sessionActor.send({ type: 'session.signOut' })
    },
  })
  return (
    <Dialog open={open} onClose={onClose} title={t('everywhere.title')} description={t('everywhere.text')}>
      <Trouble text={leave.isError ? errorText(leave.error) : null} />
      <DialogActions>
        <Button variant="primary" wide busy={leave.isPending} onClick={() => leave.mutate()}>
          {t('everywhere.confirm')}
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Where the account is signed in, and an end to it. */
export const Sessions = ({ userId, onLeave }: { userId: string; onLeave(): void }) => {
  const { t } = useTranslation('profile')
  const title = useId()
  const sessions = useSessions(userId)
  const [isAsking, setAsking] = useState(false)
  return (
    <section aria-labelledby={title}>
      <header className={styles.head}>
        <h3 id={title} className={styles.title}>
          {t('sessions.title')}
        </h3>
        <Button variant="quiet" className={styles.danger} onClick={() => setAsking(true)}>
          {t('sessions.everywhere')}
        </Button>
      </header>
      <LoadTrouble asked={sessions} what={t('sessions.what')} />
      {sessions.isPending && sessions.fetchStatus === 'fetching' && (
        <div className={styles.waiting} aria-busy="true">
          <div className={styles.session}>
            <Skeleton width="24px" height="24px" />
            <span className={styles.words}>
              <Skeleton width="11rem" height="1.25rem" />
              <Skeleton width="8rem" height="1rem" />
            </span>
          </div>
        </div>
      )}
      {sessions.data && (
        <ul className={styles.list}>
          {sessions.data.map((session) => (
            <SessionRow key={session.sessionid} session={session} userId={userId} />
          ))}
        </ul>
      )}
      <SignOutEverywhere open={isAsking} userId={userId} onClose={() => setAsking(false)} onLeave={onLeave} />
    </section>
  )
}
