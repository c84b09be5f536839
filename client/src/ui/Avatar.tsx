import { memo, useState } from 'react'
import styles from './Avatar.module.css'
import { avatarDrawing } from './avatars.tsx'
import { classes } from './classes.ts'

const names = [styles.seat1, styles.seat2, styles.seat3, styles.seat4, styles.seat5, styles.seat6]

/** The class that sets `--seat` and `--on-seat` for seat 0 to 5. */
export const seatClass = (seat: number): string => names[seat] ?? ''

export type AvatarProps = {
  /** A name of `avatars.tsx`, or the address of an uploaded picture; anything else shows a silhouette. */
  id: string
  /** The seat whose color lights it; without one it is lit by the theme. */
  seat?: number | undefined
  /** Pixels across; without it as large as its place. */
  size?: number | undefined
  /** Gray: this player is out. */
  out?: boolean | undefined
  className?: string | undefined
}

/** Pictures are our own: another origin's would be no avatar of ours, and the content policy forbids it. */
const isAddress = (id: string): boolean => id.startsWith('/')

/** A round face. It is decoration: the player's name always stands beside it. */
export const Avatar = memo(({ id, seat, size, out = false, className }: AvatarProps) => {
  /** The address that showed nothing: its owner has uploaded another since. */
  const [gone, setGone] = useState<string | null>(null)
  const shape = {
    className: classes(
      styles.avatar,
      seat === undefined ? styles.plain : seatClass(seat),
      out && styles.out,
      className,
    ),
    // Without a style, which the content policy forbids in HTML.
    width: size,
    height: size,
  }
  if (isAddress(id) && gone !== id) return <img {...shape} src={id} alt="" onError={() => setGone(id)} />
  return (
    <svg {...shape} viewBox="-6 -4 76 76" aria-hidden="true">
      {avatarDrawing(id)}
    </svg>
  )
})
