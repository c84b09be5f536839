import type { DeskMatch } from '@minefall/shared/contracts/desk'
import { Chip } from '../../ui/Chip.tsx'
import styles from './matches.module.css'
import { phases, stuckOf } from './words.ts'

/** Where a match stands, and whether it does not go on. */
export const Phase = ({ match }: { match: Pick<DeskMatch, 'phase' | 'stuck' | 'private' | 'rematch'> }) => {
  const stuck = stuckOf(match)
  return (
    <span className={styles.chips}>
      <Chip tone={phases[match.phase].tone}>{phases[match.phase].label}</Chip>
      {stuck && <Chip tone={stuck.tone}>{stuck.label}</Chip>}
      {match.private && <Chip>Private</Chip>}
      {match.rematch && <Chip>Rematch</Chip>}
    </span>
  )
}
