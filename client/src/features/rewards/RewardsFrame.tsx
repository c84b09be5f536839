import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalm } from '../../lib/play-settings.ts'
import { ring } from '../../lib/ring.ts'
import { useBalance } from '../../lib/use-balance.ts'
import { useOnline } from '../../lib/use-online.ts'
import shape from '../../styles/shape.module.css'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import { CoinFlight } from './CoinFlight.tsx'
import { middleOf, type Point } from './flight-path.ts'
import styles from './rewards.module.css'
import { type Rewards, RewardsContext } from './rewards-context.ts'

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
