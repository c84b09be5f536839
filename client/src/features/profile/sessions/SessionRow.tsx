import type { AnswerOf } from '@minefall/shared/contracts'
import { accountCalls } from '@minefall/shared/contracts/rest'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText, showNotice } from '../../../calls/notices.ts'
import { formatDateTime, formatRelative } from '../../../lib/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useOutdated } from '../queries.ts'
import { useNow } from '../use-now.ts'
import { readDevice } from './device.ts'
import styles from './sessions.module.css'

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
export const SessionRow = ({ session, userId }: { session: Session; userId: string }) => {
  const { t, i18n } = useTranslation('profile')
  const { current, seenAt, address, sessionid } = session
  const now = useNow()
  const device = useDeviceName()(session.device)
  const outdated = useOutdated(userId)
  const end = useMutation({
    networkMode: 'always',
    mutationFn: () => ask(accountCalls.endSession, { body: { sessionid } }),
    onSuccess: async () => {
      await outdated('sessions')
      showNotice('session-ended', 'good')
    },
  })
  const isHandheld = readDevice(session.device).kind !== 'computer'
  return (
    <li className={styles.row}>
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
