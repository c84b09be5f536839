import { Avatar, seatClass } from './Avatar.tsx'
import { classes } from './classes.ts'
import styles from './SeatDial.module.css'
import { SeatMark } from './SeatMark.tsx'
import { type TurnClock, TurnRing } from './TurnRing.tsx'

export type SeatDialProps = {
  seat: number
  avatar: string
  /** Pixels across; 56 unless the style sheet sets `--dial`. */
  size?: number | undefined
  clock?: TurnClock | null | undefined
  link?: 'here' | 'weak' | 'gone' | undefined
  out?: boolean | undefined
  winner?: boolean | undefined
  yours?: boolean | undefined
}

/**
 * Avatar, clock and seat mark in one. Set `--behind` to the color it stands on; where that color changes, on what is
 * `data-behind` alone, since all else below an element is styled again when a property of it changes.
 */
export const SeatDial = ({
  seat,
  avatar,
  size,
  clock,
  link = 'here',
  out = false,
  winner = false,
  yours = false,
}: SeatDialProps) => (
  <span
    className={classes(styles.dial, seatClass(seat), !out && link === 'gone' && styles.gone)}
    style={size === undefined ? undefined : { width: size }}
  >
    <TurnRing clock={clock} link={link} out={out} winner={winner} yours={yours} />
    <Avatar className={styles.face} id={avatar} seat={seat} out={out} />
    <SeatMark className={styles.mark} seat={seat} out={out} />
  </span>
)
