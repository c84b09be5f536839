import styles from './Spinner.module.css'

/** Turns while something is on its way; whoever shows it says in words what. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />
