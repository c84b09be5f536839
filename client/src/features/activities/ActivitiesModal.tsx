import type { Activity } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCenter } from '../../lib/center.ts'
import { useSession } from '../../machines/session/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { OtherGifts } from '../rewards/OtherGifts.tsx'
import { RewardsFrame } from '../rewards/RewardsFrame.tsx'
import { RewardsTrouble } from '../rewards/RewardsTrouble.tsx'
import { TimeUntil } from '../rewards/TimeUntil.tsx'
import { ActivityCard } from './ActivityCard.tsx'
import styles from './activities.module.css'
import { type ActivityGroup, groupActivities } from './groups.ts'

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
            {t('anew')} <TimeUntil at={endsAt} />
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
      <RewardsTrouble of={asked} />
      {asked.data ? (
        <Activities activities={asked.data.activities} />
      ) : (
        asked.isPending &&
        asked.fetchStatus !== 'paused' && (
          <>
            <Waiting />
            <Rule />
          </>
        )
      )}
      <OtherGifts userId={userId} to="vip" />
    </>
  )
}

/** What is running, how far one is, and what can be claimed, over any page. Nothing for guests. */
export const ActivitiesModal = ({ onClose }: { onClose(): void }) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['activities', 'vip', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet
      title={t('title')}
      onClose={onClose}
      className={styles.activities}
      footer={
        <Link className={buttonClass({ wide: true })} to="/games">
          <Icon name="play" />
          {t('tables')}
        </Link>
      }
    >
      <RewardsFrame userId={userId}>
        <Content userId={userId} />
      </RewardsFrame>
    </Sheet>
  )
}
