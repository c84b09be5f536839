import { useEffect, useState } from 'react'
import { connectionActor } from './root.ts'

/** The server's time in milliseconds since 1970, as well as this tab knows it. */
export const serverNow = (): number => Date.now() + connectionActor.getSnapshot().context.offsetMs

/** The server's time, rendered again every `everyMs`. For clocks that animate, start an animation from `serverNow()`. */
export const useServerNow = (everyMs = 1000): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
