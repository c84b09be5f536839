import { useEffect, useRef } from 'react'
import { connectionActor, useConnection } from '../../machines/connection/index.ts'
import { hearTabs } from './told-tabs.ts'
import { useReadPlay } from './use-play.ts'

/** A match that is over is counted at once, or, where that was missed, within these milliseconds. */
const countedWithinMs = 12_000

/** Reads anew how an account may play whenever something may have changed it: here, in another tab, or by a match's end. */
export const useFollowPlay = (userId: string): void => {
  const read = useReadPlay(userId)
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
