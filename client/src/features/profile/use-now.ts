import { useEffect, useState } from 'react'

const everyMs = 30_000

/** The time in milliseconds since 1970, moving on while it is shown. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return now
}
