import type { DeskHealth } from '@minefall/shared/contracts'
import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type Check, checksOf } from './checks.ts'
import styles from './Health.module.css'

const signs: Record<Check['verdict'], { icon: LucideIcon; word: string }> = {
  good: { icon: CircleCheck, word: 'Good' },
  look: { icon: TriangleAlert, word: 'Look at it' },
  bad: { icon: CircleX, word: 'Bad' },
  unknown: { icon: CircleHelp, word: 'Not known' },
}

/** A sentence about each thing that is measured, with a sign whose form says how it is. */
export const Checks = ({ of }: { of: DeskHealth }) => (
  <ul className={styles.checks} aria-label="Checks">
    {checksOf(of).map(({ name, verdict, says }) => {
      const { icon: Icon, word } = signs[verdict]
      return (
        <li key={name} className={styles[verdict]}>
          <Icon aria-label={word} role="img" />
          <div>
            <h2>{name}</h2>
            <p>{says}</p>
          </div>
        </li>
      )
    })}
  </ul>
)
