import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import styles from './ProfileLink.module.css'

/** Who is signed in, and the way to their profile. */
export const ProfileLink = () => {
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
      <Avatar id={avatar} size={36} />
      <bdi className={styles.name}>{name}</bdi>
    </Link>
  )
}
