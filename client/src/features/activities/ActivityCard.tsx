import type { Activity } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { classes } from '../../ui/classes.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Gift } from '../rewards/Gift.tsx'
import styles from './activities.module.css'

const signs = { matches: 'board', wins: 'trophy', tables: 'table' } as const satisfies Record<
  Activity['metric'],
  IconName
>

/** Up to so many steps are seen one by one. */
const stepsMost = 8

type Way = Pick<Activity, 'progress' | 'goal'> & { label: string }

/** How far it is: tiles that are opened one by one, or a bar where they would be too many. */
const Progress = ({ progress, goal, label }: Way) =>
  goal > stepsMost ? (
    <span className={styles.bar}>
      <ProgressBar value={progress / goal} label={label} />
    </span>
  ) : (
    <span
      className={styles.steps}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={goal}
      aria-valuenow={progress}
    >
      {Array.from({ length: goal }, (_, step) => (
        <i key={String(step)} className={classes(styles.step, step < progress && styles.taken)} />
      ))}
    </span>
  )

/** What an activity wants, how far one is, its gift, and the button that claims it. */
export const ActivityCard = ({ activity }: { activity: Activity }) => {
  const { t, i18n } = useTranslation('activities')
  const { metric, goal, progress, gift } = activity
  const count = (value: number) => formatCount(value, i18n.language)
  const name = t(`wants.${metric}`, { count: goal, goal: count(goal) })
  const far = t('far', { progress: count(progress), goal: count(goal) })
  return (
    <Gift
      gift={gift}
      name={name}
      art={
        <span className={classes(styles.sign, styles[gift.status])}>
          <Icon name={signs[metric]} size={24} />
        </span>
      }
      locked={<span className={styles.far}>{far}</span>}
    >
      <Progress progress={progress} goal={goal} label={`${name}: ${far}`} />
    </Gift>
  )
}
