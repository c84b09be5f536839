import { Avatar, seatClass } from './Avatar.tsx'
import styles from './BoardFlag.module.css'
import { classes } from './classes.ts'

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

/**
 * The halves of the clock, in the order in which they go. The browser turns them beside the page's own work: a stroke that
 * gets shorter took up a third of a core on a page at rest.
 */
const halves = ['M14 1.5a12.5 12.5 0 0 0 0 25', 'M14 1.5a12.5 12.5 0 0 1 0 25'] as const

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
      {timed && (
        <span className={styles.clock}>
          {halves.map((half) => (
            <span key={half}>
              <svg viewBox="0 0 28 28" aria-hidden="true">
                <path d={half} />
              </svg>
            </span>
          ))}
        </span>
      )}
      {text}
    </span>
  )
