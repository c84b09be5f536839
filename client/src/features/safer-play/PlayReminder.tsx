import { useLocation } from '@tanstack/react-router'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { z } from 'zod'
import { localStore } from '../../lib/storage.ts'
import { connectionActor, useConnection } from '../../machines/connection/index.ts'
import type { ReceivedPlay } from './play-calls.ts'
import { count, isDue, noteReminding, readingOf, sinceReminder, type Tally } from './reminder-tally.ts'
import { hearTabs, usePlay, useReadPlay } from './use-play.ts'

const tallySchema = z.object({
  day: z.iso.date(),
  seconds: z.number().min(0),
  total: z.number().min(0),
})
const answeredAtSchema = z.number().min(0)

const parse = <T,>(schema: z.ZodType<T>, text: string | null): T | null => {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data ?? null
  } catch {
    // What is no JSON is not what was kept.
    return null
  }
}

/**
 * What an account's reminder is counted from: kept for all tabs of this browser, and over reloads. A tab may read what
 * another has just replaced. So what is counted and what was answered are kept apart: every tab counts the same from
 * the same figures, and none of them takes an answer back.
 */
const keptTally = (userId: string) => {
  const counted = `play_tally/${userId}`
  const answered = `play_reminded/${userId}`
  return {
    /** Whether this is the name of something that is kept here. */
    holds: (name: string | null) => name === counted || name === answered,
    tally: (): Tally | null => parse(tallySchema, localStore.get(counted)),
    keepTally: (tally: Tally) => localStore.set(counted, JSON.stringify(tally)),
    /** Where of the total the last reminder was answered; 0 before the first. */
    answeredAt: (): number => parse(answeredAtSchema, localStore.get(answered)) ?? 0,
    keepAnswer: (total: number) => localStore.set(answered, JSON.stringify(total)),
  }
}

/**
 * Seconds played since the last reminder, by the server's figures alone. Every tab counts the same from them, and each
 * hears when another one was answered.
 */
const useTally = (userId: string, play: ReceivedPlay | undefined) => {
  const kept = useMemo(() => keptTally(userId), [userId])
  const read = useCallback(() => sinceReminder(kept.tally(), kept.answeredAt()), [kept])
  const [seconds, setSeconds] = useState(read)
  const look = useCallback(() => setSeconds(read()), [read])

  useEffect(() => {
    if (!play) return
    const tally = count(kept.tally(), readingOf(play.at, play.today.seconds))
    kept.keepTally(tally)
    // Anyone who wants no reminder begins to count with the first one they want.
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

/**
 * Whether this is the tab that may: of all that want the same, one at a time. `onTurn` comes first and is awaited, to
 * see whether there is still something to want. Where Web Locks are absent or forbidden every tab may.
 */
const useAlone = (name: string, wants: boolean, onTurn: () => Promise<void>): boolean => {
  const [has, setHas] = useState(false)
  const begin = useEffectEvent(async (signal: AbortSignal) => {
    await onTurn()
    if (!signal.aborted) setHas(true)
  })
  useEffect(() => {
    if (!wants) return
    const ended = new AbortController()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const take = () => {
      if (ended.signal.aborted) return
      begin(ended.signal)
      return held
    }
    if ('locks' in navigator) navigator.locks.request(name, { signal: ended.signal }, take).catch(take)
    else take()
    return () => {
      ended.abort()
      release()
      setHas(false)
    }
  }, [name, wants])
  return has
}

/** A match that is over is counted at once, or, where that was missed, within these milliseconds. */
const countedWithinMs = 12_000

/** Reloads how an account may play whenever something may have changed it: here, in another tab, or by a match's end. */
const useFollowPlay = (userId: string, read: () => Promise<void>): void => {
  const isSeated = useConnection(({ context }) => context.seated !== null)
  const wasSeated = useRef(isSeated)
  useEffect(() => {
    const hasLeft = wasSeated.current && !isSeated
    wasSeated.current = isSeated
    if (!hasLeft) return
    read()
    const timer = setTimeout(read, countedWithinMs)
    return () => clearTimeout(timer)
  }, [isSeated, read])
  useEffect(() => hearTabs(userId, read), [userId, read])
  useEffect(() => {
    const told = [
      connectionActor.on('connection.profileChanged', read),
      connectionActor.on('connection.rewarded', read),
    ]
    return () => {
      for (const one of told) one.unsubscribe()
    }
  }, [read])
}

const ReminderDialog = lazy(async () => ({
  default: (await import('./ReminderDialog.tsx')).ReminderDialog,
}))

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** No one is shown by a tab that they don't look at, during their own match, or over what they opened. */
const useIsFree = (): boolean => {
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  // Not before the server has said whether there is a match.
  const isBetween = useConnection(({ context }) => context.identityToken !== null && context.seated === null)
  const isCovered = useLocation({ select: ({ search }) => 'modal' in search })
  return isVisible && isBetween && !isCovered
}

/** Between matches, when the chosen time was played: how long, the outcome, and the ways on. In one tab alone. */
export const PlayReminder = ({ userId }: { userId: string }) => {
  const read = useReadPlay(userId)
  useFollowPlay(userId, read)
  const { data: play } = usePlay(userId)
  const { seconds, look, answer } = useTally(userId, play)
  // What was read before may be of a match whose end this tab was never told.
  const onTurn = useCallback(async () => {
    await read()
    look()
  }, [read, look])
  const due = play !== undefined && play.break === null && isDue(seconds, play.reminderMinutes)
  const isFree = useIsFree()
  const isAlone = useAlone(`play_reminder/${userId}`, due && isFree, onTurn)
  const isShown = due && isFree && isAlone
  useEffect(() => {
    noteReminding(isShown)
    return () => noteReminding(false)
  }, [isShown])
  if (!isShown) return null
  return (
    <Suspense fallback={null}>
      <ReminderDialog userId={userId} play={play} seconds={seconds} onAnswer={answer} />
    </Suspense>
  )
}
