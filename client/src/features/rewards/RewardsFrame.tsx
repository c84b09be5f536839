import { Link } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useReadyGifts } from '../../calls/center.ts'
import { errorText } from '../../calls/notices.ts'
import { useBalance } from '../../calls/use-balance.ts'
import { useCalm } from '../../lib/play-settings.ts'
import { ring } from '../../lib/sound.ts'
import { useOnline } from '../../lib/use-online.ts'
import { type AskedQuery, QueryState } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { Coin } from '../../ui/Coin.tsx'
import { useCoinsText } from '../../ui/Coins.tsx'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { ReadyCount } from '../../ui/ReadyCount.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './rewards.module.css'

/** The way from one sheet with gifts to the other, with how many wait there. */
export const OtherGifts = ({ userId, to }: { userId: string; to: 'vip' | 'activities' }) => {
  const { t } = useTranslation('vip')
  const ready = useReadyGifts(userId)[to]
  return (
    <Link className={styles.otherWay} to="/" search={{ modal: to }}>
      <Icon name={to === 'vip' ? 'trophy' : 'flag'} />
      <span className={styles.otherWords}>
        <b>{t(`other.${to}.title`)}</b>
        <small>{ready > 0 ? t('other.ready', { count: ready }) : t(`other.${to}.text`)}</small>
      </span>
      <ReadyCount count={ready} />
      <Icon name="right" size={16} />
    </Link>
  )
}

/** A point of the page, in CSS pixels. */
type Point = { x: number; y: number }

type CoinPath = {
  /** Where the burst throws it, from where it began. */
  out: Point
  /** Milliseconds after the first. */
  delay: number
  /** How far it turns, in degrees. */
  turn: number
}

/** How many coins fly. */
const coins = 14
/** The furthest that the burst throws one, in pixels. */
const reach = 84
/** As seeds sit in a sunflower: the same every time, and never in rows. */
const golden = Math.PI * (3 - Math.sqrt(5))

/** The ways of a handful of coins, thrown all around and a little upwards before they gather. */
export const coinPaths: readonly CoinPath[] = Array.from({ length: coins }, (_, place) => {
  const angle = place * golden
  const far = reach * Math.sqrt((place + 1) / coins)
  return {
    out: { x: Math.round(Math.cos(angle) * far), y: Math.round(Math.sin(angle) * far * 0.7) - 18 },
    delay: place * 16,
    turn: place % 2 === 0 ? 200 : -160,
  }
})

/** The middle of a place on the page. */
const middleOf = ({ left, top, width, height }: DOMRect): Point => ({
  x: left + width / 2,
  y: top + height / 2,
})

/** What a gift's row needs of the sheet it stands in. */
type Rewards = {
  userId: string
  /** Celebrates what was just received, with coins that come out of `from`. */
  celebrate(received: { amount: string; name: string; from: Element | null }): void
}

const RewardsContext = createContext<Rewards | null>(null)

export const useRewards = (): Rewards => {
  const rewards = useContext(RewardsContext)
  if (!rewards) throw new Error('a gift stands outside of its sheet')
  return rewards
}

/** How long one coin is on its way, in milliseconds. */
const flightMs = 820

type CoinFlightProps = { from: Point; to: Point; onLanded(): void }

const at = ({ x, y }: Point, scale: number, turn = 0) =>
  `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`

/** A handful of bonus coins that burst out of one place and gather at another; seen, never read out. */
const CoinFlight = ({ from, to, onLanded }: CoinFlightProps) => {
  const layer = useRef<HTMLDivElement>(null)
  const landed = useRef(onLanded)
  landed.current = onLanded
  useLayoutEffect(() => {
    const goal = { x: to.x - from.x, y: to.y - from.y }
    const flights = [...(layer.current?.children ?? [])].map((coin, place) => {
      const { out, delay, turn } = coinPaths[place] ?? { out: goal, delay: 0, turn: 0 }
      return coin.animate(
        [
          { transform: at({ x: 0, y: 0 }, 0.3), opacity: 0, easing: 'cubic-bezier(0.1, 0.9, 0.3, 1)' },
          {
            transform: at(out, 1.15, turn),
            opacity: 1,
            offset: 0.42,
            easing: 'cubic-bezier(0.6, 0, 0.8, 0.5)',
          },
          { transform: at(goal, 0.7, turn * 2), opacity: 1, offset: 0.96 },
          { transform: at(goal, 0.3, turn * 2), opacity: 0 },
        ],
        { duration: flightMs, delay, fill: 'both' },
      )
    })
    // A page that no one looks at gets no frames: the flight ends all the same.
    const over = setTimeout(() => landed.current(), flightMs + (coinPaths.at(-1)?.delay ?? 0))
    return () => {
      clearTimeout(over)
      for (const flight of flights) flight.cancel()
    }
  }, [from, to])
  return createPortal(
    <div className={styles.layer} ref={layer} style={{ left: from.x, top: from.y }} aria-hidden="true">
      {coinPaths.map(({ delay }) => (
        <span key={delay} className={styles.coin}>
          <Coin purse="promo" />
        </span>
      ))}
    </div>,
    document.body,
  )
}

type Flight = { key: number; from: Point; to: Point }

/**
 * What every sheet with gifts has: the bonus coins that one owns, which received ones fly to, and the region that tells
 * of them. Within it stand `Gift`s.
 */
export const RewardsFrame = ({ userId, children }: { userId: string; children: ReactNode }) => {
  const { t } = useTranslation('vip')
  const coinsText = useCoinsText()
  const balance = useBalance()
  const isOnline = useOnline()
  const calm = useCalm()
  const purse = useRef<HTMLSpanElement>(null)
  const [flights, setFlights] = useState<readonly Flight[]>([])
  const [told, tell] = useState<{ key: number; text: string } | null>(null)
  const count = useRef(0)

  const celebrate = useCallback<Rewards['celebrate']>(
    ({ amount, name, from }) => {
      count.current += 1
      const key = count.current
      tell({ key, text: t('received.told', { amount: coinsText(amount, 'promo'), name }) })
      ring('gift')
      if (calm || !from || !purse.current) return
      const flight = {
        key,
        from: middleOf(from.getBoundingClientRect()),
        to: middleOf(purse.current.getBoundingClientRect()),
      }
      setFlights((others) => [...others, flight])
    },
    [t, coinsText, calm],
  )
  const rewards = useMemo(() => ({ userId, celebrate }), [userId, celebrate])
  return (
    <RewardsContext value={rewards}>
      {!isOnline && <Note icon="offline">{t('offline')}</Note>}
      <p className={styles.purse}>
        <span className={styles.purseName}>{t('purse')}</span>
        <span ref={purse}>
          {balance ? (
            <CountedCoins amount={balance.promo} purse="promo" />
          ) : (
            <Skeleton width="4rem" height="1.25rem" />
          )}
        </span>
      </p>
      {children}
      <p className={shape.aside} role="status">
        {told && <span key={told.key}>{told.text}</span>}
      </p>
      {flights.map(({ key, from, to }) => (
        <CoinFlight
          key={key}
          from={from}
          to={to}
          onLanded={() => setFlights((others) => others.filter((other) => other.key !== key))}
        />
      ))}
    </RewardsContext>
  )
}

/** In place of what a sheet with gifts shows, until it is there; or that it is of earlier. */
export const RewardsState = ({ of, skeleton }: { of: AskedQuery; skeleton: ReactNode }) => {
  const { t } = useTranslation('vip')
  return (
    <QueryState
      of={of}
      skeleton={skeleton}
      waiting={{ title: t('waiting.title'), text: t('waiting.text') }}
      failed={{ title: t('failed'), text: errorText(of.error) }}
      old={t('old')}
    />
  )
}
