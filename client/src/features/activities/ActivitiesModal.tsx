import type { Activity } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCenter } from '../../calls/center.ts'
import { formatCount } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Gift, OtherGifts, RewardsFrame, RewardsState, TimeUntil } from '../rewards/index.ts'
import styles from './activities.module.css'

const signs = {
  matches: 'board',
  wins: 'trophy',
  tables: 'table',
  streak: 'checks',
} as const satisfies Record<Activity['metric'], IconName>

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
const ActivityCard = ({ activity }: { activity: Activity }) => {
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

const periods = ['day', 'week', 'month', 'once'] as const

type ActivityGroup = {
  period: Activity['period']
  /** When all of them start over; null for what is done once, and where they don't end together. */
  endsAt: number | null
  activities: readonly Activity[]
}

/** Activities by how often they start over, the shortest first, each in the order they came in. */
export const groupActivities = (activities: readonly Activity[]): ActivityGroup[] =>
  periods
    .map((period): ActivityGroup => {
      const own = activities.filter((activity) => activity.period === period)
      const ends = new Set(own.map(({ gift }) => gift.endsAt))
      const [endsAt = null] = ends.size === 1 ? ends : []
      return { period, endsAt, activities: own }
    })
    .filter((group) => group.activities.length > 0)

/** What counts. */
const Rule = () => {
  const { t } = useTranslation('activities')
  return <p className={styles.rule}>{t('rule')}</p>
}

const Waiting = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting} role="status" aria-label={t('loading')}>
      {[2, 2, 1].map((cards, group) => (
        <div key={String(group)} className={styles.group}>
          <span className={styles.head}>
            <Skeleton width="7rem" height="1.625rem" />
          </span>
          <div className={styles.cards}>
            {Array.from({ length: cards }, (_, card) => (
              <span key={String(card)} className={styles.room}>
                <Skeleton height="100%" />
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

const Group = ({ group }: { group: ActivityGroup }) => {
  const { t } = useTranslation('activities')
  const { period, endsAt, activities } = group
  const id = `activities-${period}`
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className={styles.title}>
          {t(`period.${period}`)}
        </h3>
        {endsAt !== null && (
          <p className={styles.ends}>
            {t('resets')} <TimeUntil at={endsAt} />
          </p>
        )}
      </header>
      <ul className={styles.cards}>
        {activities.map((activity) => (
          <li key={`${activity.id}/${activity.gift.endsAt}`}>
            <ActivityCard activity={activity} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Activities = ({ activities }: { activities: readonly Activity[] }) => {
  const { t } = useTranslation('activities')
  return activities.length === 0 ? (
    <EmptyState face="wink" title={t('empty.title')} text={t('empty.text')} />
  ) : (
    <>
      {groupActivities(activities).map((group) => (
        <Group key={group.period} group={group} />
      ))}
      <Rule />
    </>
  )
}

const Content = ({ userId }: { userId: string }) => {
  const asked = useCenter(userId)
  return (
    <>
      <RewardsState
        of={asked}
        skeleton={
          <>
            <Waiting />
            <Rule />
          </>
        }
      />
      {asked.data && <Activities activities={asked.data.activities} />}
      <OtherGifts userId={userId} to="vip" />
    </>
  )
}

/** What is running, how far one is, and what can be claimed, over any page. Nothing for guests. */
export const ActivitiesModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['activities', 'arena', 'daily', 'vip', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet
      title={t('title')}
      onClose={onClose}
      className={styles.activities}
      footer={
        <>
          <Link className={buttonClass({ wide: true })} to="/games">
            <Icon name="play" />
            {t('tables')}
          </Link>
          <Link className={buttonClass({ wide: true })} to="/daily">
            <Icon name="board" />
            {t('daily:title')}
          </Link>
          <Link className={buttonClass({ wide: true })} to="/arena/{-$arenaId}" params={{}}>
            <Icon name="trophy" />
            {t('arena:title')}
          </Link>
        </>
      }
    >
      <RewardsFrame userId={userId}>
        <Content userId={userId} />
      </RewardsFrame>
    </Sheet>
  )
}
