import type { Digest } from '@minefall/shared/contracts/live'
import { useEffect } from 'react'
import { connectionActor, useConnection } from '../machines/connection/index.ts'

/** Live figures of all tables while this is on screen; null until the first ones are here. */
export const useLobby = (): Digest | null => {
  useEffect(() => {
    connectionActor.send({ type: 'lobby.watch' })
    return () => connectionActor.send({ type: 'lobby.unwatch' })
  }, [])
  return useConnection(({ context }) => context.digest)
}
