import { classes } from '../../ui/classes.ts'
import styles from './table-tint.module.css'

const tints: Partial<Record<string, string>> = {
  'mines-trial': styles.trial,
  'mines-duel': styles.duel,
  'mines-classic': styles.classic,
  'mines-clues': styles.clues,
  'mines-royale': styles.royale,
}

/** Wherever a table is drawn, its tiles have its own tint. */
export const tableTint = (gameId: string): string => classes(styles.tinted, tints[gameId])
