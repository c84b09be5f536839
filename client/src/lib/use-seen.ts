import { type RefObject, useEffect, useState } from 'react'

/** Whether anyone can see it: the tab is shown and the element is on screen. */
export const useSeen = (element: RefObject<Element | null>) => {
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
