import styles from './KeyHint.module.css'

/** Which keys do what: `<KeyHint keys="J K" does="move" />`. */
export const KeyHint = ({ keys, does }: { keys: string; does?: string }) => (
  <span className={styles.hint}>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
    {does && ` ${does}`}
  </span>
)
