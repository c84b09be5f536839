import { Avatar, seatClass } from './Avatar.tsx'
import styles from './BoardFlag.module.css'
import { classes } from './classes.ts'
import { RingHalves } from './RingHalves.tsx'

type BoardFlagProps = {
  seat: number
  /** Who sits there. */
  player: { avatar: string; out: boolean } | undefined
  text: string
  side: 'start' | 'end'
  /** Whether this one's clock runs: for 12 s, or `--flag-ms`, of which `--flag-ran` (below zero) are over. */
  timed?: boolean | undefined
  /** That clock stands. */
  held?: boolean | undefined
}

/** What a player at a board that is looked at does, beside their face. */
export const BoardFlag = ({ seat, player, text, side, timed, held }: BoardFlagProps) =>
  player && (
    <span
      className={classes(
        styles.flag,
        styles[side],
        timed && styles.timed,
        held && styles.held,
        seatClass(seat),
      )}
    >
      <Avatar className={styles.face} id={player.avatar} seat={seat} out={player.out} />
      {timed && <RingHalves className={styles.clock} />}
      {text}
    </span>
  )
