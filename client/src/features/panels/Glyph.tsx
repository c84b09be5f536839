import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import styles from './Glyph.module.css'

/** A sign on a tile, above a panel's title. */
export const Glyph = ({ icon, primary = false }: { icon: IconName; primary?: boolean }) => (
  <span className={classes(styles.glyph, primary && styles.primary)}>
    <Icon name={icon} size={32} />
  </span>
)
