import type { Digest } from '@minefall/shared/contracts/live'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../../calls/asking.tsx'
import { useLobby } from '../../calls/use-lobby.ts'
import { trialGameId } from '../../lib/tables.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { closeLogin, openLogin } from '../../machines/login/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { TableSkeletons } from '../../parts/TableGrid.tsx'
import shape from '../../styles/shape.module.css'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import styles from './Home.module.css'

const PlayerAction = lazy(asking(async () => (await import('./PlayerAction.tsx')).PlayerAction))

const Action = () => {
  const { t } = useTranslation('home')
  const isPlayer = useSession((session) => session.hasTag('signedIn'))
  const seated = useConnection(({ context }) => context.seated)
  const look = classes(buttonClass({ variant: 'primary', size: 'big' }), styles.cta)
  if (seated)
    return (
      <div className={styles.act}>
        <Link
          className={look}
          to="/game/$gameId"
          params={{ gameId: seated.gameId }}
          search={{ match: seated.matchId }}
          data-click="return-to-match"
        >
          <Icon name="play" />
          {t('return')}
        </Link>
        <span className={styles.note}>{t('returnNote')}</span>
      </div>
    )
  if (isPlayer)
    return (
      <Suspense fallback={<div className={classes(styles.act, styles.coming)} />}>
        <PlayerAction look={look} />
      </Suspense>
    )
  return (
    <div className={styles.act}>
      <Link className={look} to="/game/$gameId" params={{ gameId: trialGameId }} data-click="play-trial">
        <Icon name="play" />
        {t('play')}
      </Link>
      <span className={styles.note}>{t('playNote')}</span>
    </div>
  )
}

const LiveBoard = lazy(async () => ({ default: (await import('./LiveBoard.tsx')).LiveBoard }))

/** The same element each time, as below. */
const liveBoard = (
  <Suspense fallback={<div className={styles.board} />}>
    <LiveBoard />
  </Suspense>
)

/** What it is, and one tap into it. */
const Hero = () => {
  const { t } = useTranslation('home')
  return (
    <div className={classes(shape.wrap, styles.hero)}>
      <div className={styles.words}>
        <PageTitle className={styles.headline}>
          {t('headline.first')} <em>{t('headline.second')}</em>
        </PageTitle>
        <p className={styles.lead}>{t('lead')}</p>
        <Action />
      </div>
      {liveBoard}
    </div>
  )
}

/** Below what a phone or a desktop shows first, so it waits for an idle page, but for those who were sent to it. */
const BelowTables = lazy(
  asking(async () => {
    if (!import.meta.env.SSR && window.location.hash === '')
      await new Promise<void>((resolve) => whenIdle(resolve))
    return (await import('./BelowTables.tsx')).BelowTables
  }),
)

/** The same element each time: HTML that was built stays until its code is here, as long as nothing renders it again. */
const belowTables = (
  <Suspense fallback={null}>
    <BelowTables />
  </Suspense>
)

const AllTables = lazy(asking(async () => (await import('../lobby/AllTables.tsx')).AllTables))

const Playing = ({ digest }: { digest: Digest | null }) => {
  const { t } = useTranslation('home')
  if (!digest)
    // Keeps the place of what is not known yet.
    return (
      <span className={classes(styles.live, styles.unknown)} aria-hidden="true">
        {t('noPlayers')}
      </span>
    )
  const some = digest.playing > 0
  return (
    <span className={classes(styles.live, some && styles.some)} role="status">
      {some ? t('playing', { count: digest.playing }) : t('noPlayers')}
    </span>
  )
}

/** The first thing a stranger sees. Everything on it works before, and without, a connection. */
export const Home = () => {
  const { t } = useTranslation(['home', 'lobby', 'ui', 'connection'])
  const latest = useLobby()
  const connected = useConnection((snapshot) => snapshot.hasTag('connected'))
  const digest = connected ? latest : null
  return (
    <>
      <Hero />
      <section className={classes(shape.wrap, styles.section)} aria-labelledby="tables">
        <header className={styles.head}>
          <h2 id="tables" className={shape.h28}>
            {t('tables')}
          </h2>
          <Playing digest={digest} />
          <Link className={styles.more} to="/games">
            {t('allTables')}
          </Link>
        </header>
        <Suspense fallback={<TableSkeletons />}>
          <AllTables digest={digest} />
        </Suspense>
      </section>
      {belowTables}
    </>
  )
}

/** `/login`: the login modal over Home. The route's guard redirects those who are signed in. */
export const LoginScreen = () => {
  useEffect(() => {
    openLogin()
    return closeLogin
  }, [])
  return <Home />
}
