import type { Digest } from '@minefall/shared/contracts/live'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TileFace } from '../../board/grid/TileFace.tsx'
import type { TileScene } from '../../board/model/scene.ts'
import { asking } from '../../calls/asking.tsx'
import { formatRelative } from '../../lib/format.ts'
import { useConnection, useServerNow } from '../../machines/connection/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Coin } from '../../ui/Coin.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import fairness from './Fairness.module.css'
import styles from './Home.module.css'

const NextArena = lazy(asking(async () => (await import('../arena/NextArena.tsx')).NextArena))

const Step = ({ art, title, text }: { art: ReactNode; title: string; text: string }) => (
  <Panel as="li" className={styles.step}>
    <div className={styles.art} aria-hidden="true">
      {art}
    </div>
    <div>
      <h3 className={shape.h20}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </div>
  </Panel>
)

const closed: TileScene = { kind: 'closed' }
const pending: TileScene = { kind: 'pending', stage: 'sent' }
const opened = { seat: 0, by: 'hand', last: false } as const
const one: TileScene = { kind: 'open', clue: 1, ...opened }
const two: TileScene = { kind: 'open', clue: 2, ...opened }
const mine: TileScene = { kind: 'mine', ...opened }

/** The rules in three pictures. */
const HowItWorks = () => {
  const { t } = useTranslation('home')
  return (
    <section id="how" className={styles.howItWorksSection} aria-labelledby="how-title" tabIndex={-1}>
      <h2 id="how-title" className={shape.h28}>
        {t('how.title')}
      </h2>
      <ol className={styles.steps}>
        <Step
          title={t('how.open.title')}
          text={t('how.open.text')}
          art={
            <>
              <TileFace tile={closed} />
              <TileFace tile={closed} />
              <TileFace tile={closed} />
              <TileFace tile={closed} />
              <TileFace tile={pending} />
              <TileFace tile={closed} />
            </>
          }
        />
        <Step
          title={t('how.mine.title')}
          text={t('how.mine.text')}
          art={
            <>
              <TileFace tile={two} />
              <TileFace tile={closed} />
              <TileFace tile={one} />
              <TileFace tile={closed} />
              <TileFace tile={mine} />
              <TileFace tile={closed} />
            </>
          }
        />
        <Step
          title={t('how.win.title')}
          text={t('how.win.text')}
          art={<Coin className={styles.coin} purse="coin" />}
        />
      </ol>
    </section>
  )
}

/** As many as stand beside the three steps. */
const shownWins = 5

const Wins = ({ wins }: { wins: Digest['wins'] }) => {
  const { t, i18n } = useTranslation('home')
  const nameOf = useTableName()
  const now = useServerNow(30_000)
  return (
    <Panel as="ul" className={styles.wins}>
      {wins.slice(0, shownWins).map(({ at, gameId, asset, amount, player }) => (
        <li key={`${at}-${gameId}-${player.name}`} className={styles.win}>
          <Avatar id={player.avatar} size={40} />
          <p className={styles.who}>
            <b>{player.name}</b>
            <small>
              {t('wins.of', {
                table: nameOf(gameId),
                when: formatRelative(at, Math.max(at, now), i18n.language),
              })}
            </small>
          </p>
          <Coins className={styles.amount} amount={amount} purse={asset} />
        </li>
      ))}
    </Panel>
  )
}

/** Who won lately, as the platform tells it; when no one has, that is what it says. */
const RecentWins = ({ digest }: { digest: Digest | null }) => {
  const { t } = useTranslation('home')
  return (
    <section className={styles.recentWinsSection} aria-labelledby="wins">
      <h2 id="wins" className={shape.h28}>
        {t('wins.title')}
      </h2>
      {digest && digest.wins.length > 0 ? (
        <Wins wins={digest.wins} />
      ) : (
        <Panel className={styles.none}>
          {digest ? (
            <EmptyState face="wow" title={t('wins.empty')} text={t('wins.emptyText')} />
          ) : (
            <EmptyState face="wink" title={t('wins.waiting')} text={t('wins.waitingText')} />
          )}
        </Panel>
      )}
    </section>
  )
}

const FairnessDialog = lazy(async () => ({ default: (await import('./FairnessDialog.tsx')).FairnessDialog }))

/** Fairness in one line, and the way to more. */
const Fairness = () => {
  const { t } = useTranslation('home')
  const [open, setOpen] = useState(false)
  const [asked, ask] = useState(false)
  return (
    <section
      id="fairness"
      className={classes(shape.wrap, fairness.section)}
      aria-label={t('fair.link')}
      tabIndex={-1}
    >
      <Panel className={fairness.fair}>
        <Icon className={fairness.sign} name="shield" size={28} />
        <p className={fairness.line}>{t('fair.line')}</p>
        <Button
          className={fairness.link}
          variant="text"
          onClick={() => {
            ask(true)
            setOpen(true)
          }}
        >
          {t('fair.link')}
        </Button>
      </Panel>
      {asked && (
        <Suspense fallback={null}>
          <FairnessDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** The next arena, for those who get that far: until then neither is its code loaded nor the server asked. */
const Arena = () => {
  const place = useRef<HTMLDivElement>(null)
  const [asked, ask] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) ask(true)
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      {asked && (
        <Suspense fallback={null}>
          <NextArena />
        </Suspense>
      )}
    </div>
  )
}

/** How it works, who won lately, the next arena, and why it is fair. */
export const BelowTables = () => {
  const digest = useConnection(({ context }) => context.digest)
  const location = useLocation()
  // An address may name a section that was not here yet.
  useEffect(() => {
    const { hash } = location
    if (hash !== 'how' && hash !== 'fairness') return
    const section = document.getElementById(hash)
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [location])
  return (
    <>
      <div className={classes(shape.wrap, styles.section, styles.duo)}>
        <HowItWorks />
        <RecentWins digest={digest} />
      </div>
      <Arena />
      <Fairness />
    </>
  )
}
