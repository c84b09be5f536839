import type { User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { Note } from '../../ui/Note.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Came } from './Came.tsx'
import { Invitation } from './Invitation.tsx'
import styles from './invite.module.css'
import { Rule } from './Rule.tsx'
import { Totals } from './Totals.tsx'
import { useReferral } from './use-referral.ts'

const Columns = ({ user }: { user: User }) => {
  const { t } = useTranslation('invite')
  const isOnline = useOnline()
  const referral = useReferral(user.id)
  const newest = referral.data?.pages[0]
  return (
    <>
      <div className={styles.side}>
        {!isOnline && <Note icon="offline">{t(newest ? 'offline.old' : 'offline.none')}</Note>}
        <Invitation code={user.invitationCode || newest?.code} rule={newest?.rule} />
        <Rule rule={newest?.rule} />
      </div>
      <div className={styles.main}>
        <Totals data={newest} />
        <Came of={referral} />
      </div>
    </>
  )
}

/** The invitation of an account, who came by it, and what that earned, over any page. Nothing for guests. */
export const InviteModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['invite', 'orders', 'common', 'ui', 'notices', 'errors'])
  const user = useSession(({ context }) => context.user)
  if (!user) return null
  return (
    <Sheet title={t('title')} onClose={onClose} size="broad" className={styles.columns}>
      <Columns user={user} />
    </Sheet>
  )
}
