import type { User } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../lib/center.ts'
import { formatCount } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TierBadge } from '../vip/TierBadge.tsx'
import { readablePhone } from './contact/readable-phone.ts'
import styles from './identity.module.css'

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
export const Identity = ({ user }: { user: User }) => {
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
export const Standing = ({ user }: { user: User }) => {
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
