import type { Balance } from '@minefall/shared/contracts/live'
import type { Coins } from '@minefall/shared/game'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../calls/asking.tsx'
import { useBalance } from '../../calls/use-balance.ts'
import { openChat } from '../../features/chat/door.ts'
import { useUnread } from '../../features/chat/unread.ts'
import { formatCoins, formatList } from '../../lib/format.ts'
import type { HomeSearch } from '../../lib/search.ts'
import { openLogin } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { LanguageChoice } from '../../parts/LanguageChoice.tsx'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import type { Purse } from '../../ui/Coin.tsx'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { GiftsProps } from './Gifts.tsx'
import styles from './Header.module.css'

type Way = { label: string; icon: IconName; to: '/' | '/games'; search?: HomeSearch }

/** Where the navigation leads; the keys are in the namespace `panels`. Activity has how many gifts wait beside it. */
export const places = [
  { label: 'layout.home', icon: 'home', to: '/' },
  { label: 'layout.games', icon: 'table', to: '/games' },
  { label: 'layout.activities', icon: 'gift', to: '/', search: { modal: 'activities' } },
  { label: 'layout.themes', icon: 'palette', to: '/', search: { modal: 'themes' } },
] as const satisfies readonly Way[]

/** Where the bar on phones leads besides; in the header it is beside the language. */
export const settingsPlace = {
  label: 'layout.settings',
  icon: 'settings',
  to: '/',
  search: { modal: 'settings' },
} as const satisfies Way

type PurseAmount = { purse: Purse; amount: Coins }

/** What a visitor has, purse by purse: an account's coins, a guest's trial coins, and what seats hold of them. */
export const pursesOf = (
  { coin, promo, trial, held }: Balance,
  { signedIn }: { signedIn: boolean },
): PurseAmount[] => {
  const own: PurseAmount[] = signedIn
    ? [
        { purse: 'coin', amount: coin },
        { purse: 'promo', amount: promo },
      ]
    : [{ purse: 'trial', amount: trial }]
  const set = signedIn ? BigInt(held.coin) + BigInt(held.promo) : BigInt(held.trial)
  const [first, ...others] = [...own, { purse: 'held' as const, amount: String(set) }]
  return first ? [first, ...others.filter(({ amount }) => amount !== '0')] : []
}

/** Tells screen readers what the visitor has after each change, and nothing before the first. */
const BalanceNews = ({ purses }: { purses: readonly PurseAmount[] }) => {
  const { t, i18n } = useTranslation(['panels', 'ui'])
  const told = formatList(
    purses.map(({ purse, amount }) =>
      t(`ui:coins.${purse}`, { count: Number(amount), amount: formatCoins(amount, i18n.language) }),
    ),
    i18n.language,
  )
  const [first] = useState(told)
  const [changed, setChanged] = useState(false)
  if (!changed && told !== first) setChanged(true)
  return (
    <p className={shape.aside} role="status">
      {changed && t('layout.balanceNow', { balance: told })}
    </p>
  )
}

/** Only with bonus coins. */
const TestBalance = lazy(async () => ({ default: (await import('../../ui/TestMoney.tsx')).TestBalance }))

const Purses = ({ purses }: { purses: readonly PurseAmount[] }) =>
  purses.map(({ purse, amount }) => (
    <span key={purse} className={styles[purse]}>
      <CountedCoins amount={amount} purse={purse} style="fitting" />
      {purse === 'promo' && (
        <Suspense fallback={null}>
          <TestBalance promo={amount} className={styles.test} />
        </Suspense>
      )}
    </span>
  ))

/** What the visitor has: a player's coins and the way to the wallet, a guest's trial coins. */
const BalanceField = ({ signedIn }: { signedIn: boolean }) => {
  const { t } = useTranslation('panels')
  const balance = useBalance()
  const purses = balance && pursesOf(balance, { signedIn })
  const shown = purses ? (
    <Purses purses={purses} />
  ) : (
    <Skeleton width={signedIn ? '109px' : '68px'} height="18px" />
  )
  return (
    <>
      {signedIn ? (
        <Link className={styles.field} to="/" search={{ modal: 'wallet' }} data-click="open-wallet">
          <span className={shape.aside}>{t('layout.wallet')}</span>
          {shown}
        </Link>
      ) : (
        <fieldset className={styles.field} aria-label={t('layout.balance')}>
          {shown}
          <small className={styles.unit} aria-hidden="true">
            {t('layout.trialCoins')}
          </small>
        </fieldset>
      )}
      {purses && <BalanceNews key={String(signedIn)} purses={purses} />}
    </>
  )
}

/** How many messages of support wait, beside the way to them. */
export const Unread = ({ className }: { className?: string | undefined }) => {
  const { t } = useTranslation('panels')
  const count = useUnread()
  return (
    <>
      <ReadyCount className={className} count={count} />
      {count > 0 && <span className={shape.aside}>, {t('layout.unread', { count })}</span>}
    </>
  )
}

type Place = (typeof places)[number] | typeof settingsPlace

type PlaceLinkProps = { place: Place; className: string | undefined; children: ReactNode }

/** The way to a place; the one that is shown, a page or a sheet over Home, is marked as current. */
export const PlaceLink = ({ place, className, children }: PlaceLinkProps) => (
  <Link
    className={className}
    to={place.to}
    search={'search' in place ? place.search : {}}
    activeOptions={{ exact: true }}
  >
    {children}
  </Link>
)

const Gifts = lazy(asking(async () => (await import('./Gifts.tsx')).Gifts))

/** How many gifts wait for the player who is signed in. */
export const ReadyGifts = (props: Omit<GiftsProps, 'userId'>) => {
  const userId = useSession(({ context }) => context.user?.id)
  return (
    userId !== undefined && (
      <Suspense fallback={null}>
        <Gifts {...props} userId={userId} />
      </Suspense>
    )
  )
}

/** A guest has no level yet. */
const guestLevel = 0

/** One's level and the way to it, with how many gifts of level and VIP wait there. */
const LevelLink = () => {
  const { t } = useTranslation('panels')
  const level = useSession(({ context }) => context.user?.level ?? guestLevel)
  const isKnown = useSession((session) => session.context.user !== null || !session.hasTag('signedIn'))
  return (
    <Link className={styles.level} to="/" search={{ modal: 'vip' }}>
      {isKnown ? t('layout.level', { level }) : <Skeleton width="44px" height="18px" />}
      <ReadyGifts of="vip" />
    </Link>
  )
}

/** With its drawings, which a guest's first view has no use for. */
const Avatar = lazy(async () => ({ default: (await import('../../ui/Avatar.tsx')).Avatar }))

/** Who is signed in, and the way to their profile. */
const ProfileLink = () => {
  const { t } = useTranslation('panels')
  const avatar = useSession(({ context }) => context.userAvatar)
  const name = useSession(({ context }) => context.userName)
  return (
    <Link
      className={styles.profile}
      to="/"
      search={{ modal: 'profile' }}
      aria-label={t('layout.profile', { name })}
    >
      <Suspense fallback={<Skeleton width="36px" height="36px" round />}>
        <Avatar id={avatar} size={36} />
      </Suspense>
    </Link>
  )
}

/** The way to the settings, where the header has room; on phones it is in the bar. */
const SettingsLink = () => {
  const { t } = useTranslation('panels')
  const name = t(settingsPlace.label)
  return (
    <Link
      className={styles.link}
      to={settingsPlace.to}
      search={settingsPlace.search}
      aria-label={name}
      title={name}
    >
      <Icon name={settingsPlace.icon} size={22} />
    </Link>
  )
}

/** The way to support, where the header has room; on phones it is in the settings and in the footer. */
const SupportLink = () => {
  const { t } = useTranslation('panels')
  const name = t('layout.support')
  return (
    <button type="button" className={styles.link} title={name} data-click="open-chat" onClick={openChat}>
      <Icon name="chat" size={22} />
      <span className={shape.aside}>{name}</span>
      <Unread className={styles.count} />
    </button>
  )
}

/** The way to one's matches, where the header has room; on phones it is in the profile. */
const HistoryLink = () => {
  const { t } = useTranslation('panels')
  const name = t('layout.history')
  return (
    <Link className={styles.link} to="/" search={{ modal: 'history' }} aria-label={name} title={name}>
      <Icon name="clock" size={22} />
    </Link>
  )
}

export const Header = () => {
  const { t } = useTranslation(['panels', 'common'])
  const signedIn = useSession((session) => session.hasTag('signedIn'))
  return (
    <header className={styles.header}>
      <div className={classes(shape.wrap, styles.row)}>
        <Link className={styles.logo} to="/" aria-label={t('layout.logo', { product: t('common:product') })}>
          <Logo />
        </Link>
        <nav className={styles.nav} aria-label={t('layout.nav')}>
          {places.map((place) => (
            <PlaceLink key={place.label} className={styles.place} place={place}>
              {t(place.label)}
              {place.label === 'layout.activities' && <ReadyGifts of="activities" />}
            </PlaceLink>
          ))}
        </nav>
        <div className={styles.end}>
          <LevelLink />
          <BalanceField signedIn={signedIn} />
          <LanguageChoice />
          <SupportLink />
          <SettingsLink />
          {signedIn ? (
            <>
              <HistoryLink />
              <ProfileLink />
            </>
          ) : (
            <Button
              className={styles.login}
              variant="primary"
              data-click="log-in"
              onClick={() => openLogin()}
            >
              {t('layout.login')}
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}
