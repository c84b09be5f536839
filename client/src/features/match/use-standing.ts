import { useMemo } from 'react'

/** The clock that turns are shown by: the server's, which stands while play is paused. */
export const useStanding = (now: () => number, paused: boolean): (() => number) =>
  useMemo(() => {
    if (!paused) return now
    const stoodAt = now()
    return () => stoodAt
  }, [now, paused])
