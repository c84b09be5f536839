import { useCallback, useEffect, useMemo, useState } from 'react'
import { keptTally } from './kept-tally.ts'
import type { HeardPlay } from './play-calls.ts'
import { count, readingOf, reminded, type Tally } from './reminder-tally.ts'

/**
 * What was played since the last reminder, by the server's figures alone. Every tab counts the same from them, and each
 * hears when another one was answered.
 */
export const useTally = (userId: string, play: HeardPlay | undefined) => {
  const kept = useMemo(() => keptTally(userId), [userId])
  const [tally, setTally] = useState<Tally | null>(kept.read)
  const look = useCallback(() => setTally(kept.read()), [kept])

  useEffect(() => {
    if (!play) return
    const next = count(kept.read(), readingOf(play.at, play.today.seconds))
    // Whoever wants no reminder begins to count with the first one they want.
    kept.keep(play.reminderMinutes === null ? reminded(next) : next)
    look()
  }, [kept, look, play])

  useEffect(() => {
    const listen = ({ key }: StorageEvent) => {
      if (key === kept.name) look()
    }
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [kept, look])

  const answer = useCallback(() => {
    const now = kept.read()
    if (now) kept.keep(reminded(now))
    look()
  }, [kept, look])

  return { tally, look, answer }
}
