import { useEffect, useState } from 'react'

/** Whether something has held for so many milliseconds on end. */
export const useLasting = (holds: boolean, ms: number): boolean => {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    setLasts(false)
    if (!holds) return
    const timer = setTimeout(() => setLasts(true), ms)
    return () => clearTimeout(timer)
  }, [holds, ms])
  return lasts
}
