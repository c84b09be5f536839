import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Coin } from '../../ui/Coin.tsx'
import styles from './coin-flight.module.css'
import { coinPaths, type Point } from './flight-path.ts'

/** How long one coin is on its way, in milliseconds. */
const flightMs = 820

export type CoinFlightProps = { from: Point; to: Point; onLanded(): void }

const at = ({ x, y }: Point, scale: number, turn = 0) =>
  `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)`

/** A handful of bonus coins that burst out of one place and gather at another; seen, never read out. */
export const CoinFlight = ({ from, to, onLanded }: CoinFlightProps) => {
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
    // A page that nobody looks at gets no frames: the flight ends all the same.
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
