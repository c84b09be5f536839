import { type BodyCode, bodyCode, type Presence } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import type { Bus, Clock } from '@minefall/shared/node'
import type { Connection, Player } from './connection.ts'
import { playerIn } from './guest-seat.ts'
import { isWeak } from './pings.ts'

const retryMs = 1_000
/** A socket that takes another's place, after a reload or a short cut, has this long before the seat is `gone`. */
const goneAfterMs = 1_000

export type PresenceReporter = {
  /** Works out how this player's seat in the match is doing from here, and tells the platform if that changed. */
  update(player: Player, matchId: MatchId): void
  /** The same for each seat that this socket plays. */
  updateAll(connection: Connection): void
  close(): void
}

export type PresenceOptions = { bus: Bus; clock: Clock; edge: string; weakMs: number; requestMs: number }

type Report = {
  wanted: Presence
  told: Presence | null
  asking: boolean
  /** Cancels the repetition of a report that got lost. */
  retry: (() => void) | null
  /** Cancels a `gone` that is not told yet. */
  leaving: (() => void) | null
}

const lost: readonly BodyCode[] = [bodyCode.unavailable, bodyCode.timeout, bodyCode.ourFault]

/**
 * Tells the platform how the seats held by sockets of this BFF are connected: the best of a player's sockets that
 * follow the match counts, and the seat is gone when the last of them is. A report that got lost is repeated.
 */
export const presenceReporter = ({
  bus,
  clock,
  edge,
  weakMs,
  requestMs,
}: PresenceOptions): PresenceReporter => {
  const reports = new Map<string, Report>()
  let closed = false

  const look = (player: Player, matchId: MatchId): Presence => {
    const seated = [...player.connections].filter(
      (connection) =>
        (connection.follows.get(matchId)?.seat ?? null) !== null && playerIn(connection, matchId) === player,
    )
    if (seated.length === 0) return 'gone'
    return seated.every((connection) => isWeak(connection, weakMs, clock.now())) ? 'weak' : 'here'
  }

  const tell = async (key: string, report: Report, playerId: string, matchId: MatchId) => {
    if (report.asking || report.retry || closed) return
    report.asking = true
    while (report.told !== report.wanted && !report.leaving && !closed) {
      const presence = report.wanted
      const { code } = await bus.request(
        'match.presence',
        { playerId, edge, matchId, presence },
        { timeoutMs: requestMs },
      )
      if (lost.some((lostCode) => lostCode === code)) {
        report.retry = clock.after(retryMs, () => {
          report.retry = null
          void tell(key, report, playerId, matchId)
        })
        break
      }
      report.told = presence
    }
    report.asking = false
    if (report.told === 'gone' && report.wanted === 'gone') reports.delete(key)
  }

  const update = (player: Player, matchId: MatchId) => {
    const key = `${player.playerId} ${matchId}`
    const wanted = look(player, matchId)
    const known = reports.get(key)
    if (!known && wanted === 'gone') return
    const report = known ?? { wanted, told: null, asking: false, retry: null, leaving: null }
    report.wanted = wanted
    reports.set(key, report)
    if (wanted === 'gone') {
      report.leaving ??= clock.after(goneAfterMs, () => {
        report.leaving = null
        void tell(key, report, player.playerId, matchId)
      })
      return
    }
    report.leaving?.()
    report.leaving = null
    void tell(key, report, player.playerId, matchId)
  }

  return {
    update,
    updateAll(connection) {
      for (const { matchId, seat } of connection.follows.values())
        if (seat !== null) update(playerIn(connection, matchId), matchId)
    },
    close() {
      closed = true
      for (const { retry, leaving } of reports.values()) {
        retry?.()
        leaving?.()
      }
      reports.clear()
    },
  }
}
