import { useTranslation } from 'react-i18next'
import { useBalance } from '../../calls/use-balance.ts'
import { type WalletTab, walletTabs } from '../../lib/search.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { OrderHistory } from './orders/index.ts'
import { Purses } from './Purses.tsx'
import { Statement } from './Statement.tsx'
import styles from './wallet.module.css'

const views = ['statement', ...walletTabs] as const

export type WalletModalProps = {
  /** Which history is shown instead of the statement. */
  tab: WalletTab | undefined
  onTab(tab: WalletTab | undefined): void
  onClose(): void
}

/** What one owns, the ways in and out, and how every coin of it came and went. Nothing for guests. */
export const WalletModal = ({ tab, onTab, onClose }: WalletModalProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['wallet', 'orders', 'common', 'notices', 'errors', 'ui'])
  const user = useSession(({ context }) => context.user)
  const balance = useBalance()
  const isOnline = useOnline()
  if (!user) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.wallet}>
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <Purses balance={balance} user={user} brief={tab !== undefined} />
      <Segments
        legend={t('view.legend')}
        quiet
        look="tabs"
        options={views}
        value={tab ?? 'statement'}
        label={(view) => t(`view.${view}`)}
        onChange={(view) => onTab(view === 'statement' ? undefined : view)}
      />
      {tab ? (
        <OrderHistory key={tab} kind={tab === 'deposits' ? 'deposit' : 'withdrawal'} />
      ) : (
        <Statement userId={user.id} balanceVersion={balance?.version ?? null} />
      )}
    </Sheet>
  )
}
