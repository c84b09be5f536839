import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import { isUnanswered, steadyOf } from '@minefall/shared/node'
import { z } from 'zod'
import { tooMany } from '../edge/token-bucket.ts'
import { inLine } from './arrivals.ts'
import type { Connection, Player } from './connection.ts'
import type { Ground } from './ground.ts'
import { type GuestTurn, tooCrowded } from './guest-turns.ts'
import type { Identities } from './identities.ts'

/** How long a refused network is refused here without asking the platform again, in milliseconds. */
const refusedAgainMs = 5_000
const refusedMost = 10_000

const waitSchema = z.object({ seconds: z.number() })

const refuseGuest = (waitMs: number) =>
  tooMany(waitMs, 'too many new guests from this network; log in, or wait')

export type AskAsStored = ReturnType<typeof storingGuests>

/**
 * Has the platform store a guest before the first request that is written down under their id. Guests who only look
 * around are never stored, and each network may have so many new ones stored in a time.
 */
export const storingGuests = (
  options: Ground & { identities: Pick<Identities, 'askAgain'>; turnOf: GuestTurn },
) => {
  const { bus, identities, turnOf, settings, waiting } = options
  const clock = steadyOf(options.clock)
  const inTurn = inLine(settings, settings.LIVE_SOCKETS_PER_ADDRESS)
  /** Until when networks have to wait, and until when that is not asked again. */
  const refused = new Map<string, { until: number; again: number }>()

  const waitOf = (address: string): number => {
    const known = refused.get(address)
    const now = clock.now()
    if (known && now < known.again) return known.until - now
    refused.delete(address)
    return 0
  }
  const remember = (address: string, waitMs: number) => {
    const now = clock.now()
    const [oldest] = refused.keys()
    if (refused.size >= refusedMost && oldest !== undefined) refused.delete(oldest)
    refused.set(address, { until: now + waitMs, again: now + Math.min(waitMs, refusedAgainMs) })
  }

  /** `whom` says as whom it is asked: signing in changes it while the answer is awaited. */
  return async <T>(
    connection: Connection,
    whom: () => Player,
    ask: (player: Player) => Promise<Envelope<T>>,
  ): Promise<Envelope<T> | Envelope<{ seconds: number }>> => {
    const { arrival, deviceId } = connection
    const { address } = arrival
    const isGuest = () => whom().view.kind === 'guest'
    if (!(await turnOf(connection, whom()))) return tooCrowded
    const asking = whom()
    if (asking.isStored || !isGuest()) return ask(asking)
    const wait = waitOf(address)
    if (wait > 0) return refuseGuest(wait)
    const kept = await inTurn(arrival, () => bus.request('player.keep', { deviceId, address }, waiting))
    if (kept.code === bodyCode.tooManyRequests) {
      const waitMs = waitSchema.parse(kept.data).seconds * 1_000
      remember(address, waitMs)
      return refuseGuest(waitMs)
    }
    if (kept.code === bodyCode.ok && kept.data) {
      if (kept.data.playerId === asking.playerId) asking.isStored = true
      // The device has another guest by now: the one it had became an account.
      else await identities.askAgain(connection)
      return ask(whom())
    }
    if (!isUnanswered(kept)) return refuse<T>(bodyCode.unavailable, kept.msg)
    // Platforms of the version before keep guests when they come, and don't know the question.
    const answer = await ask(whom())
    return answer.code === bodyCode.notFound ? refuse<T>(bodyCode.unavailable, kept.msg) : answer
  }
}
