import { classes } from './classes.ts'
import styles from './Glyph.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** A sign on a tile, above a panel's title. */
export const Glyph = ({ icon, primary = false }: { icon: IconName; primary?: boolean }) => (
  <span className={classes(styles.glyph, primary && styles.primary)}>
    <Icon name={icon} size={32} />
  </span>
)
