import styles from './Avatar.module.css'
import { avatarDrawing } from './avatars.tsx'
import { classes } from './classes.ts'
import { seatClass } from './seat-class.ts'

export type AvatarProps = {
  /** An id of `avatars.tsx`; another shows a silhouette. */
  id: string
  /** The seat whose colour lights it; without one it is lit by the theme. */
  seat?: number | undefined
  /** Pixels across; without it as large as its place. */
  size?: number | undefined
  /** Grey: this player is out. */
  out?: boolean | undefined
  className?: string | undefined
}

/** A round face. It is decoration: the player's name always stands beside it. */
export const Avatar = ({ id, seat, size, out = false, className }: AvatarProps) => (
  <svg
    className={classes(
      styles.avatar,
      seat === undefined ? styles.plain : seatClass(seat),
      out && styles.out,
      className,
    )}
    style={size === undefined ? undefined : { width: size, height: size }}
    viewBox="-6 -4 76 76"
    aria-hidden="true"
  >
    {avatarDrawing(id)}
  </svg>
)
