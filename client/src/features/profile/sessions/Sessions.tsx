import { accountCalls } from '@minefall/shared/contracts/rest'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { errorText } from '../../../calls/notices.ts'
import { sessionActor } from '../../../machines/session/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { Trouble } from '../../../ui/forms/TextField.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { LoadTrouble } from '../LoadTrouble.tsx'
import { useSessions } from '../queries.ts'
import { SessionRow } from './SessionRow.tsx'
import styles from './sessions.module.css'

type Props = {
  open: boolean
  onClose(): void
  /** Called before this device is signed out too. */
  onLeave(): void
}

/** Asks once more, since this device is one of them. */
const SignOutEverywhere = ({ open, onClose, onLeave }: Props) => {
  const { t } = useTranslation(['profile', 'common'])
  const leave = useMutation({
    networkMode: 'always',
    mutationFn: () => ask(accountCalls.signOutEverywhere),
    onSuccess: () => {
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
          <div className={styles.row}>
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
      <SignOutEverywhere open={isAsking} onClose={() => setAsking(false)} onLeave={onLeave} />
    </section>
  )
}
