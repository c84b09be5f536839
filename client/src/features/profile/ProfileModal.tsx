import type { User } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../calls/center.ts'
import { formatCount } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import type { ProfileTab } from '../../lib/search.ts'
import { useOnline } from '../../lib/use-online.ts'
import { sessionActor, useSession } from '../../machines/session/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { groupedCode, invitationLink } from '../invite/index.ts'
import { PublicPage } from '../player/index.ts'
import { TierBadge } from '../vip/index.ts'
import { AccountRows } from './account/AccountRows.tsx'
import { EditTabs } from './EditTabs.tsx'
import styles from './profile.module.css'
import { readablePhone } from './proof/proof-fields.ts'
import { useSkill } from './queries.ts'
import { Sessions } from './sessions/Sessions.tsx'

/** Broken before its `@` where it has to be broken. */
const Email = ({ address }: { address: string }) => {
  const at = address.lastIndexOf('@')
  return (
    <p className={styles.contact}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </p>
  )
}

/** Who the account belongs to, as others and as we know them. */
const Identity = ({ user }: { user: User }) => {
  const name = useSession(({ context }) => context.userName)
  const avatar = useSession(({ context }) => context.userAvatar)
  return (
    <div className={styles.me}>
      <Avatar id={avatar} size={72} />
      <div className={styles.names}>
        <h3 className={styles.name}>{name}</h3>
        {user.email && <Email address={user.email} />}
        {user.phoneNumber && <p className={styles.contact}>{readablePhone(user)}</p>}
      </div>
    </div>
  )
}

/** The two measures of an account, as the server tells them, with the gifts that wait, and the way to both. */
const Standing = ({ user }: { user: User }) => {
  const { t, i18n } = useTranslation('profile')
  const ready = useReadyGifts(user.id).vip
  return (
    <Link className={styles.standing} to="/" search={{ modal: 'vip' }}>
      <TierBadge tier={user.vipLevel} size={52} />
      <dl className={styles.measures}>
        {(['level', 'vipLevel'] as const).map((measure) => (
          <div key={measure}>
            <dt>{t(`standing.${measure}`)}</dt>
            <dd>{formatCount(user[measure], i18n.language)}</dd>
          </div>
        ))}
      </dl>
      <span className={styles.lead}>
        {ready > 0 ? t('standing.ready', { count: ready }) : t('standing.lead')}
      </span>
      <Icon className={styles.go} name="right" size={16} />
    </Link>
  )
}

/** How you play at tables with clues; nothing before you have. */
const Accuracy = ({ userId }: { userId: string }) => {
  const { t, i18n } = useTranslation('profile')
  const { data } = useSkill(userId)
  if (!data || data.all.accuracy === null) return null
  return (
    <dl className={styles.accuracy} aria-label={t('skill.title')}>
      {(['month', 'all'] as const).map((span) => {
        const { accuracy, matches } = data[span]
        return (
          <div key={span}>
            <dt>{t(`skill.${span}`)}</dt>
            <dd>
              {accuracy === null ? '–' : formatPercent(accuracy / 100, i18n.language)}{' '}
              <small>{t('skill.matches', { count: matches })}</small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const ways = [
  { modal: 'activities', icon: 'flag' },
  { modal: 'history', icon: 'clock' },
  { modal: 'play', icon: 'shield' },
] as const satisfies readonly { modal: string; icon: IconName }[]

/** What else an account has, each in its own sheet. */
const Ways = ({ userId }: { userId: string }) => {
  const { t } = useTranslation('profile')
  const { activities } = useReadyGifts(userId)
  return (
    <nav className={styles.ways} aria-label={t('ways.label')}>
      {ways.map(({ modal, icon }) => {
        const count = modal === 'activities' ? activities : 0
        return (
          <Link key={modal} className={styles.way} to="/" search={{ modal }}>
            <Icon name={icon} />
            <span className={styles.words}>
              {t(`ways.${modal}`)}
              {count > 0 && <small>{t('standing.ready', { count })}</small>}
            </span>
            <ReadyCount count={count} />
            <Icon name="right" size={16} />
          </Link>
        )
      })}
    </nav>
  )
}

/** The code that brings others to this account, its link to copy, and the way to what it earns. */
const Invitation = ({ code }: { code: string }) => {
  const { t } = useTranslation('profile')
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h3 id="invitation" className={styles.title}>
        {t('invitation.title')}
      </h3>
      <p className={styles.code}>{groupedCode(code)}</p>
      <div className={styles.copy}>
        <CopyButton text={invitationLink(code)} what={t('invitation.link')} />
      </div>
      <Link className={buttonClass({ variant: 'quiet', wide: true })} to="/" search={{ modal: 'invite' }}>
        <Icon name="gift" />
        {t('invitation.more')}
      </Link>
    </section>
  )
}

/** Says while there is no network that nothing can be saved: the page's own banner is behind the sheet. */
const OfflineNote = () => {
  const { t } = useTranslation('profile')
  return useOnline() ? null : <Note icon="offline">{t('offline')}</Note>
}

export type ProfileModalProps = {
  /** The tab its address names. */
  tab: string | undefined
  onTab(tab: ProfileTab): void
  onClose(): void
}

/** Who you are and how your account is secured, over any page; a full sheet on phones. Nothing for guests. */
export const ProfileModal = ({ tab, onTab, onClose }: ProfileModalProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['profile', 'player', 'common', 'login', 'notices', 'errors', 'ui'])
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
        <Accuracy userId={user.id} />
        <AccountRows user={user} />
        <PublicPage userId={user.id} />
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
