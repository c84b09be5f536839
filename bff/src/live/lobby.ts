import { bodyCode } from '@minefall/shared/contracts'
import type { Digest } from '@minefall/shared/contracts/live'
import { isRecent } from '../lately.ts'
import type { Connection } from './connection.ts'
import type { Ground } from './ground.ts'
import { packet } from './packet.ts'

/** A digest this young is served from here, in milliseconds. */
const freshMs = 1_500
/** Delay after the bus is back, and between two requests, in milliseconds. */
const catchUpMs = 1_000

export type Lobby = ReturnType<typeof lobby>

export const lobby = ({ bus, clock, waiting }: Ground) => {
  const watching = new Set<Connection>()
  let newest: { digest: Digest; heard: number } | null = null
  let asking: Promise<Digest | null> | null = null
  let cancelCatchUp = () => {}

  const isFresh = () => newest !== null && isRecent(newest.heard, clock.now(), freshMs)

  const keep = (digest: Digest) => {
    // A digest that arrives later with an older time was overtaken, or its node's clock is behind.
    if (newest && isFresh() && digest.at < newest.digest.at) return false
    newest = { digest, heard: clock.now() }
    return true
  }

  const tell = (digest: Digest) => {
    if (watching.size === 0) return
    const told = packet('lobby.digest', digest)
    for (const { outbox } of watching) outbox.send(told)
  }

  const unsubscribe = bus.subscribe('lobby.digest', null, (digest) => {
    if (keep(digest)) tell(digest)
  })

  /** Concurrent callers share one request. */
  const ask = () => {
    asking ??= bus.request('lobby.digest', {}, waiting).then(({ code, data }) => {
      asking = null
      if (code === bodyCode.ok && data) keep(data)
      return newest?.digest ?? null
    })
    return asking
  }

  /** Sends watchers the lobby's figures again: what was published while the bus was away got lost. */
  const catchUp = () => {
    cancelCatchUp()
    cancelCatchUp = clock.after(catchUpMs, async () => {
      if (watching.size === 0) return
      const before = newest
      const digest = await ask()
      if (digest && newest !== before) tell(digest)
      else if (!isFresh()) catchUp()
    })
  }

  return {
    /** From now on the connection gets each digest. The answer: the newest one, null while there is none. */
    async watch(connection: Connection): Promise<Digest | null> {
      if (!connection.closing) watching.add(connection)
      return newest && isFresh() ? newest.digest : ask()
    },
    unwatch: (connection: Connection): void => void watching.delete(connection),
    catchUp,
    close(): void {
      cancelCatchUp()
      unsubscribe()
    },
  }
}
