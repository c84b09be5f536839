import type { MatchState } from '@minefall/shared/game'
import { useTranslation } from 'react-i18next'
import { PlayerName } from '../../parts/PlayerName.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { FollowButton } from '../follow/index.ts'
import styles from './result.module.css'

/** The others at the table who have a page, each to be followed. Nothing where there are none. */
export const Others = ({ state: { table }, seat }: { state: MatchState; seat: number | null }) => {
  const { t } = useTranslation('player')
  const others = table.flatMap((held) =>
    held && held.seat !== seat && held.player.profile !== undefined
      ? [{ ...held.player, profile: held.player.profile, seat: held.seat }]
      : [],
  )
  if (others.length === 0) return null
  return (
    <ul className={styles.others} aria-label={t('follow.others')}>
      {others.map(({ seat: number, name, avatar, profile }) => (
        <li key={number}>
          <Avatar id={avatar} seat={number} size={24} />
          <span>
            <PlayerName name={name} profile={profile} />
          </span>
          <FollowButton small="text" id={profile} name={name} />
        </li>
      ))}
    </ul>
  )
}
