import { type RefObject, useEffect, useReducer, useState } from 'react'
import { advanceDemo, type DemoState, demoAt, stageMs } from './demo.ts'

const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Long enough for the page to be there and answer before anything moves. */
const restMs = 1_400

const useMotionAllowed = () => {
  const [allowed, allow] = useState(() => !reducedMotion().matches)
  useEffect(() => {
    const query = reducedMotion()
    const heed = () => allow(!query.matches)
    query.addEventListener('change', heed)
    return () => query.removeEventListener('change', heed)
  }, [])
  return allowed
}

/** Whether anybody can see it: the tab is shown and the element is on screen. */
const useSeen = (element: RefObject<Element | null>) => {
  const [seen, see] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    let onScreen = false
    const heed = () => see(onScreen && document.visibilityState === 'visible')
    const observer = new IntersectionObserver((entries) => {
      onScreen = entries.at(-1)?.isIntersecting ?? false
      heed()
    })
    observer.observe(target)
    document.addEventListener('visibilitychange', heed)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', heed)
    }
  }, [element])
  return seen
}

export type Demo = {
  state: DemoState
  playing: boolean
  /** Stops it, or lets it go on. */
  toggle(): void
}

/** Plays the demonstration while `element` can be seen; still at first under reduced motion. */
export const useDemo = (element: RefObject<Element | null>, seed: number, turns: number): Demo => {
  const [state, advance] = useReducer(advanceDemo, null, () => demoAt(seed, turns))
  const motion = useMotionAllowed()
  const [chosen, choose] = useState<boolean | null>(null)
  const [rested, rest] = useState(false)
  const seen = useSeen(element)
  const playing = chosen ?? motion

  useEffect(() => {
    const timer = setTimeout(() => rest(true), restMs)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!playing || !seen || !rested) return
    const timer = setTimeout(advance, stageMs(state))
    return () => clearTimeout(timer)
  }, [playing, seen, rested, state])

  return { state, playing, toggle: () => choose(!playing) }
}
