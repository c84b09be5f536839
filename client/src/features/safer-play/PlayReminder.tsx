import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useConnection } from '../../machines/connection/index.ts'
import { isDue } from './reminder-tally.ts'
import { noteReminding } from './reminding.ts'
import { useAlone } from './use-alone.ts'
import { useFollowPlay } from './use-follow-play.ts'
import { usePlay } from './use-play.ts'
import { useTally } from './use-tally.ts'

const ReminderDialog = lazy(async () => ({
  default: (await import('./ReminderDialog.tsx')).ReminderDialog,
}))

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Nobody is told by a tab that they don't look at, during their own match, or over what they opened. */
const useIsFree = (): boolean => {
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const isSeated = useConnection(({ context }) => context.seated !== null)
  const isCovered = useLocation({ select: ({ search }) => 'modal' in search })
  return isVisible && !isSeated && !isCovered
}

/** Between matches, when the chosen time was played: how long, what came of it, and the ways on. In one tab alone. */
export const PlayReminder = ({ userId }: { userId: string }) => {
  useFollowPlay(userId)
  const { data: play } = usePlay(userId)
  const { seconds, look, answer } = useTally(userId, play)
  const due = play !== undefined && play.break === null && isDue(seconds, play.reminderMinutes)
  const isFree = useIsFree()
  const isAlone = useAlone(`play_reminder/${userId}`, due && isFree, look)
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
