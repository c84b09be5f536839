import { useCallback, useEffect, useMemo, useState } from 'react'
import { keptTally } from './kept-tally.ts'
import type { HeardPlay } from './play-calls.ts'
import { count, readingOf, sinceReminder } from './reminder-tally.ts'

/**
 * Seconds played since the last reminder, by the server's figures alone. Every tab counts the same from them, and each
 * hears when another one was answered.
 */
export const useTally = (userId: string, play: HeardPlay | undefined) => {
  const kept = useMemo(() => keptTally(userId), [userId])
  const read = useCallback(() => sinceReminder(kept.tally(), kept.answeredAt()), [kept])
  const [seconds, setSeconds] = useState(read)
  const look = useCallback(() => setSeconds(read()), [read])

  useEffect(() => {
    if (!play) return
    const tally = count(kept.tally(), readingOf(play.at, play.today.seconds))
    kept.keepTally(tally)
    // Whoever wants no reminder begins to count with the first one they want.
    if (play.reminderMinutes === null) kept.keepAnswer(tally.total)
    look()
  }, [kept, look, play])

  useEffect(() => {
    const listen = ({ key }: StorageEvent) => {
      if (kept.holds(key)) look()
    }
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [kept, look])

  const answer = useCallback(() => {
    const tally = kept.tally()
    if (tally) kept.keepAnswer(tally.total)
    look()
  }, [kept, look])

  return { seconds, look, answer }
}
