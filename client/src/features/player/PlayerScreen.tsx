import { bodyCode } from '@minefall/shared/contracts'
import { type PublicProfile, playersCalls, profileIdSchema } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { isCallError } from '../../lib/call-error.ts'
import { formatCount } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AccuracyCard } from './AccuracyCard.tsx'
import { Badges } from './Badges.tsx'
import styles from './player.module.css'
import { RatingCard } from './RatingCard.tsx'

const PlayerActions = lazy(async () => ({
  default: (await import('../follow/PlayerActions.tsx')).PlayerActions,
}))

const ToLeaderboard = () => {
  const { t } = useTranslation('player')
  return (
    <Link to="/leaderboard" className={buttonClass({ variant: 'quiet' })}>
      <Icon name="trophy" />
      {t('board.title')}
    </Link>
  )
}

const Profile = ({ id, profile: { name, details } }: { id: string; profile: PublicProfile }) => {
  const { t, i18n } = useTranslation('player')
  if (!details)
    return (
      <EmptyState face="wink" isPage title={name} text={t('hidden')}>
        <ToLeaderboard />
        <Suspense fallback={null}>
          <PlayerActions isHidden id={id} name={name} />
        </Suspense>
      </EmptyState>
    )
  return (
    <>
      <header className={styles.head}>
        <Avatar id={details.avatar} size={88} />
        <div>
          <PageTitle className={shape.h28}>{name}</PageTitle>
          <p className={styles.hint}>{t('level', { level: formatCount(details.level, i18n.language) })}</p>
        </div>
        <Suspense fallback={null}>
          <PlayerActions isHidden={false} id={id} name={name} />
        </Suspense>
        <ToLeaderboard />
      </header>
      <RatingCard rating={details.rating} />
      {details.accuracy && <AccuracyCard {...details.accuracy} />}
      <Badges badges={details.badges} />
    </>
  )
}

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    <Skeleton height="88px" />
    <Skeleton height="320px" />
    <Skeleton height="160px" />
  </div>
)

const Gone = () => {
  const { t } = useTranslation('player')
  return (
    <EmptyState face="sweat" isPage title={t('gone.title')} text={t('gone.text')}>
      <ToLeaderboard />
    </EmptyState>
  )
}

/** A player as everyone may see them. */
export const PlayerScreen = () => {
  const { t } = useTranslation(['player', 'orders', 'notices', 'errors'])
  const id = profileIdSchema.safeParse(useParams({ strict: false }).playerId).data
  const userId = useSession(({ context }) => context.user?.id ?? null)
  const asked = useQuery({
    // A block hides it from one account, and not from the next.
    queryKey: ['player', id, userId],
    queryFn: ({ signal }) => ask(playersCalls.profile, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
    retry: 1,
  })
  const failure = useFailureText(asked.error)
  const isGone = id === undefined || (isCallError(asked.error) && asked.error.code === bodyCode.notFound)
  return (
    <div className={classes(shape.wrap, shape.column, styles.page)}>
      {isGone ? (
        <Gone />
      ) : (
        <>
          <QueryState
            of={asked}
            skeleton={<Waiting />}
            waiting={{ title: t('offline.title'), text: t('offline.text') }}
            failed={{ title: t('failed'), text: failure }}
            old={t('old')}
          />
          {asked.data && <Profile id={id} profile={asked.data} />}
        </>
      )}
    </div>
  )
}
