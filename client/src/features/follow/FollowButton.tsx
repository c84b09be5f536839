import { useTranslation } from 'react-i18next'
import { openLogin } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './follow.module.css'
import { useFollow, useFollows } from './queries.ts'

type FollowButtonProps = {
  /** The player's public page. */
  id: string
  name: string
  /** Among other things: `text` in a list of players, `icon` beside a name. */
  small?: 'text' | 'icon' | undefined
}

/** Follows a player, or no longer; asks a guest to log in. Nothing for oneself, and for those one has blocked. */
export const FollowButton = ({ id, name, small }: FollowButtonProps) => {
  const { t } = useTranslation('player')
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const { data } = useFollows()
  const follow = useFollow()
  if (isSignedIn && (!data || data.id === id || data.blocked.some((one) => one.id === id))) return null
  const isFollowed = follow.isPending
    ? follow.variables.follow
    : (data?.follows.some((one) => one.id === id) ?? false)
  const label = t(isFollowed ? 'follow.endFor' : 'follow.beginFor', { name })
  return (
    <Button
      variant={small ? 'text' : 'neutral'}
      icon={isFollowed ? 'check' : 'plus'}
      className={classes(small && styles[small])}
      busy={follow.isPending}
      aria-label={label}
      title={small === 'icon' ? label : undefined}
      onClick={() => (isSignedIn ? follow.mutate({ id, follow: !isFollowed }) : openLogin())}
    >
      {small !== 'icon' && t(isFollowed ? 'follow.on' : 'follow.begin')}
    </Button>
  )
}
