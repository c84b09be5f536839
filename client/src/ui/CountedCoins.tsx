import { useEffect, useRef, useState } from 'react'
import { Coins, type CoinsProps } from './Coins.tsx'
import styles from './CountedCoins.module.css'
import { classes } from './classes.ts'

/** What is shown at `share` (0 to 1) of the way from one whole amount to another: quick at first, then settling. */
export const countedAt = (from: bigint, to: bigint, share: number): bigint => {
  const eased = 1 - (1 - Math.min(1, Math.max(0, share))) ** 3
  return from + ((to - from) * BigInt(Math.round(eased * 10_000))) / 10_000n
}

/** As long as the motion tokens count. */
const countMs = 900

const wantsMotion = () => !window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * What is shown of an amount that may change: it counts from the old to the new one, from `first` to begin with, and asks
 * for no frames then.
 */
export const useCounted = (amount: string, first = amount): string => {
  const [shown, setShown] = useState(first)
  const from = useRef(first)
  useEffect(() => {
    const before = BigInt(from.current)
    const after = BigInt(amount)
    const show = (value: bigint) => {
      from.current = String(value)
      setShown(from.current)
    }
    if (before === after || !wantsMotion()) {
      show(after)
      return
    }
    const start = performance.now()
    let handle = requestAnimationFrame(function step(now) {
      const share = (now - start) / countMs
      show(countedAt(before, after, share))
      if (share < 1) handle = requestAnimationFrame(step)
    })
    // A page that no one looks at gets no frames, and must not show what was; nor may a late one show less again.
    const end = setTimeout(() => {
      cancelAnimationFrame(handle)
      show(after)
    }, countMs)
    return () => {
      cancelAnimationFrame(handle)
      clearTimeout(end)
    }
  }, [amount])
  return shown
}

/** Whether the amount last grew or shrank, with how often it has changed; null until it does. */
const useChange = (amount: string) => {
  const [seen, setSeen] = useState<{ amount: string; by: 'more' | 'less' | null; times: number }>({
    amount,
    by: null,
    times: 0,
  })
  if (seen.amount !== amount)
    setSeen({ amount, by: BigInt(amount) > BigInt(seen.amount) ? 'more' : 'less', times: seen.times + 1 })
  return seen
}

/** An own amount that may change while it is shown: it counts there, and lights up calmly as it grows. */
export const CountedCoins = (props: Omit<CoinsProps, 'shown' | 'sign'>) => {
  const shown = useCounted(props.amount)
  const { by, times } = useChange(props.amount)
  return (
    <span key={times} className={classes(styles.counted, by === 'more' && styles.more)}>
      <Coins {...props} shown={shown} />
    </span>
  )
}
