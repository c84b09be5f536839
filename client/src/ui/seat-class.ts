import styles from './seat.module.css'

const names = [styles.seat1, styles.seat2, styles.seat3, styles.seat4, styles.seat5, styles.seat6]

/** The class that sets `--seat` and `--on-seat` for seat 0 to 5. */
export const seatClass = (seat: number): string => names[seat] ?? ''
