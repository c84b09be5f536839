import type { TvPicture } from '@minefall/shared/contracts/live'
import { useEffect, useState } from 'react'
import { livePort } from '../../machines/connection/index.ts'

/** The latest picture of the match on TV while it is watched; null while nothing is on or there is no connection. */
export const useTv = (isWatched: boolean): TvPicture | null => {
  const [picture, show] = useState<TvPicture | null>(null)
  useEffect(() => {
    if (!isWatched) return
    const watch = () => void livePort.ask('tv.watch', {})
    const unlisten = livePort.listen((signal) => {
      if (signal.type === 'up') watch()
      else if (signal.type === 'down') show(null)
      else if (signal.type === 'message' && signal.message.name === 'match.tv')
        show(signal.message.payload.picture)
    })
    if (livePort.isUp()) watch()
    return () => {
      unlisten()
      if (livePort.isUp()) void livePort.ask('tv.unwatch', {})
    }
  }, [isWatched])
  return picture
}
