import type { User } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { readablePhone } from './contact/readable-phone.ts'
import styles from './identity.module.css'

/** Who the account belongs to, as others and as we know them. */
export const Identity = ({ user }: { user: User }) => {
  const name = useSession(({ context }) => context.userName)
  const avatar = useSession(({ context }) => context.userAvatar)
  return (
    <div className={styles.me}>
      <Avatar id={avatar} size={72} />
      <div className={styles.names}>
        <h3 className={styles.name}>{name}</h3>
        {user.email && <p className={styles.contact}>{user.email}</p>}
        {user.phoneNumber && <p className={styles.contact}>{readablePhone(user)}</p>}
      </div>
    </div>
  )
}

/** The two measures of an account, as the server tells them. */
export const Standing = ({ user }: { user: User }) => {
  const { t, i18n } = useTranslation('profile')
  return (
    <dl className={styles.standing}>
      {(['level', 'vipLevel'] as const).map((measure) => (
        <div key={measure}>
          <dt>{t(`standing.${measure}`)}</dt>
          <dd>{formatCount(user[measure], i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}
