import type { Balance } from '@minefall/shared/contracts/live'
import type { User } from '@minefall/shared/contracts/rest'
import type { Asset } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBalance } from '../../calls/use-balance.ts'
import { formatCoins, formatMoney } from '../../lib/format.ts'
import { type WalletTab, walletTabs } from '../../lib/search.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TestBalance } from '../../ui/TestMoney.tsx'
import { OrderHistory } from './orders/index.ts'
import { Statement } from './Statement.tsx'
import styles from './wallet.module.css'

const CurrencyDialog = lazy(async () => ({
  default: (await import('../profile/account/CurrencyDialog.tsx')).CurrencyDialog,
}))

/** The way to another currency to show balances in. */
const DisplayCurrency = ({ user }: { user: User }) => {
  const { t } = useTranslation('wallet')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="text"
        icon="swap"
        aria-label={t('currency.label', { code: user.currencyCode })}
        onClick={() => setOpen(true)}
      >
        {t('currency.shown', { code: user.currencyCode })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CurrencyDialog user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type PurseProps = { asset: Asset; balance: Balance | null }

/** What tables that have not begun hold of it. */
const HeldCoins = ({ asset, balance }: PurseProps) => {
  const { t, i18n } = useTranslation('wallet')
  const held = balance?.held[asset] ?? '0'
  if (held === '0') return null
  return (
    <p className={styles.held}>
      <Coin purse="held" />
      {t(`held.${asset}`, { amount: formatCoins(held, i18n.language) })}
    </p>
  )
}

/** The coins that count, large, with their worth in the chosen currency. */
const Main = ({ balance, user }: { balance: Balance | null; user: User }) => {
  const { t, i18n } = useTranslation(['wallet', 'common'])
  const worth = Number(balance?.coin ?? 0) * user.exchangeRate
  return (
    <section className={styles.main} aria-labelledby="purse-coin">
      <h3 id="purse-coin" className={styles.label}>
        {t('common:asset.coin')}
      </h3>
      {balance ? (
        <p className={styles.big}>
          <CountedCoins amount={balance.coin} purse="coin" />
        </p>
      ) : (
        <Skeleton width="11rem" height="48px" />
      )}
      <p className={styles.worth}>
        {balance ? (
          t('worth', { worth: formatMoney(worth, user.currencySymbol, i18n.language) })
        ) : (
          <Skeleton width="7rem" />
        )}
        <DisplayCurrency user={user} />
      </p>
      <HeldCoins asset="coin" balance={balance} />
      <p className={styles.purpose}>{t('purpose.coin')}</p>
      <nav className={styles.ways} aria-label={t('ways')}>
        <Link
          className={buttonClass({ variant: 'primary', wide: true })}
          to="/"
          search={{ modal: 'deposit' }}
          data-click="deposit"
        >
          <Icon name="incoming" />
          {t('deposit')}
        </Link>
        <Link
          className={buttonClass({ wide: true })}
          to="/"
          search={{ modal: 'withdraw' }}
          data-click="withdraw"
        >
          <Icon name="outgoing" />
          {t('withdraw')}
        </Link>
      </nav>
    </section>
  )
}

const Other = ({ asset, balance }: PurseProps) => {
  const { t } = useTranslation(['wallet', 'common'])
  const id = `purse-${asset}`
  return (
    <section className={styles.other} aria-labelledby={id}>
      <h3 id={id} className={styles.name}>
        {t(`common:asset.${asset}`)} {asset === 'promo' && <TestBalance promo={balance?.promo ?? '0'} />}
      </h3>
      <p className={styles.sum}>
        {balance ? (
          <CountedCoins amount={balance[asset]} purse={asset} />
        ) : (
          <Skeleton width="5rem" height="1.5rem" />
        )}
      </p>
      <p className={styles.purpose}>{t(`purpose.${asset}`)}</p>
      <HeldCoins asset={asset} balance={balance} />
    </section>
  )
}

type PursesProps = {
  balance: Balance | null
  user: User
  /** Leaves a phone's screen to what stands below, which is about the coins that count. */
  brief: boolean
}

/** The balance, asset by asset, with what each is for. */
const Purses = ({ balance, user, brief }: PursesProps) => (
  <div className={classes(styles.purses, brief && styles.brief)} aria-busy={balance === null}>
    <Main balance={balance} user={user} />
    <Other asset="promo" balance={balance} />
    <Other asset="trial" balance={balance} />
  </div>
)

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
