import { useTranslation } from 'react-i18next'
import type { ProfileTab } from '../../app/search.ts'
import { sessionActor, useSession } from '../../machines/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { AccountRows } from './account/AccountRows.tsx'
import { EditTabs } from './EditTabs.tsx'
import { Identity, Standing } from './Identity.tsx'
import { Invitation } from './Invitation.tsx'
import { OfflineNote } from './OfflineNote.tsx'
import styles from './profile.module.css'
import { Sessions } from './sessions/Sessions.tsx'
import { Ways } from './Ways.tsx'

export type ProfileModalProps = {
  /** The tab its address names. */
  tab: string | undefined
  onTab(tab: ProfileTab): void
  onClose(): void
}

/** Who one is and how the account is secured, over any page; a sheet of its own on phones. Nothing for guests. */
export const ProfileModal = ({ tab, onTab, onClose }: ProfileModalProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['profile', 'common', 'login', 'notices', 'errors', 'ui'])
  const user = useSession(({ context }) => context.user)
  if (!user) return null
  const signOut = () => {
    onClose()
    sessionActor.send({ type: 'session.signOut' })
  }
  return (
    <Sheet title={t('title')} onClose={onClose} size="broad" className={styles.columns}>
      <div className={styles.side}>
        <Identity user={user} />
        <Standing user={user} />
        <AccountRows user={user} />
        <Ways userId={user.id} />
        {user.invitationCode && <Invitation code={user.invitationCode} />}
        <Button variant="quiet" icon="leave" wide data-click="log-out" onClick={signOut}>
          {t('signOut')}
        </Button>
      </div>
      <div className={styles.main}>
        <OfflineNote />
        <EditTabs user={user} tab={tab} onTab={onTab} />
        <Sessions userId={user.id} onLeave={onClose} />
      </div>
    </Sheet>
  )
}
