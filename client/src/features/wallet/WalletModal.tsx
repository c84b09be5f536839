import { useTranslation } from 'react-i18next'
import { useBalance } from '../../lib/use-balance.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { Note } from '../../ui/Note.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Purses } from './Purses.tsx'
import { Statement } from './Statement.tsx'
import styles from './wallet.module.css'

/** What one owns, and how every coin of it came and went. Nothing for guests. */
export const WalletModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['wallet', 'common', 'notices', 'errors', 'ui'])
  const user = useSession(({ context }) => context.user)
  const balance = useBalance()
  const isOnline = useOnline()
  if (!user) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.wallet}>
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <Purses balance={balance} user={user} />
      <Statement userId={user.id} balanceVersion={balance?.version ?? null} />
    </Sheet>
  )
}
