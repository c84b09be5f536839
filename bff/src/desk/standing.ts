import { bodyCode } from '@minefall/shared/contracts'
import type { CloseCode } from '@minefall/shared/contracts/live'
import { type Bus, type Clock, every } from '@minefall/shared/node'
import type { DeskConnection } from './connection.ts'

/** How often open desks are checked against their sessions, in milliseconds. */
const askEveryMs = 10_000
/** How long a desk stays open after its last confirmation while the platform can't be reached, in milliseconds. */
const unsaidMostMs = 60_000

type StandingOptions = {
  bus: Bus
  clock: Clock
  requestMs: number
  connections: () => readonly DeskConnection[]
  end: (connection: DeskConnection, code: CloseCode, msg: string) => void
}

/**
 * Closes desks whose session is over or could not be confirmed for too long, or whose owner's role changed; those
 * open again with the new role.
 */
export const watchStanding = ({ bus, clock, requestMs, connections, end }: StandingOptions): (() => void) => {
  const ask = async (token: string, desks: readonly DeskConnection[]) => {
    const { code, msg, data } = await bus.request('staff.identify', { token }, { timeoutMs: requestMs })
    for (const desk of desks) {
      if (code === bodyCode.ok && data) {
        desk.confirmedAt = clock.now()
        if (data.role !== desk.staff.role) end(desk, 'server', 'your role is another one now')
      } else if (code === bodyCode.tokenInvalid) end(desk, 'signed-out', msg)
      else if (clock.now() - desk.confirmedAt >= unsaidMostMs)
        end(desk, 'server', 'it can’t be said for too long whether this session is in force')
    }
  }
  let isAsking = false
  const askAll = async () => {
    if (isAsking) return
    isAsking = true
    const byToken = new Map<string, DeskConnection[]>()
    for (const desk of connections()) byToken.set(desk.token, [...(byToken.get(desk.token) ?? []), desk])
    await Promise.all([...byToken].map(([token, desks]) => ask(token, desks)))
    isAsking = false
  }
  return every(clock, askEveryMs, () => void askAll())
}
