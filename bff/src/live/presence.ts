import { type BodyCode, bodyCode } from '@minefall/shared/contracts'
import type { Presence } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { Deadline, turnstile } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import { type Connection, type Player, playerIn } from './connection.ts'
import type { Ground } from './ground.ts'

/** When an unanswered report is repeated, in milliseconds. */
const retryMs = 1_000
/** After a reload or a short cut, the next socket has this long before the seat is `gone`. */
const goneAfterMs = 1_000
/** Reports repeated at a time: a new owner has moves to decide first, and assumes that players are present. */
const againAtMost = 8

const lost: readonly BodyCode[] = [bodyCode.unavailable, bodyCode.timeout, bodyCode.ourFault]

export type PresenceReporter = ReturnType<typeof presenceReporter>

/**
 * Reports to the platform how the seats held by this BFF's sockets are connected: a player's best socket following
 * the match counts, and the seat is gone when the last has left.
 */
export const presenceReporter = ({ routed, clock, deadlines, edge, waiting }: Ground) => {
  /** The presence of a seat held here now or before. While armed, nothing is reported. */
  class Report extends Deadline {
    wanted: Presence = 'gone'
    told: Presence | null = null
    /** Whether what was reported may have been forgotten or undone. */
    isDoubted = false
    isAsking = false
    readonly playerId: string
    readonly matchId: MatchId

    constructor(playerId: string, matchId: MatchId) {
      super()
      this.playerId = playerId
      this.matchId = matchId
    }

    override strike(): void {
      void tell(this)
    }
  }
  const reports = new Map<string, Report>()
  const inTurn = turnstile<''>({ atOnce: againAtMost })
  let closed = false

  const keyOf = (playerId: string, matchId: MatchId) => `${playerId} ${matchId}`

  const look = (player: Player, matchId: MatchId): Presence => {
    const seated = [...player.connections].filter(
      (connection) =>
        (connection.follows.get(matchId)?.seat ?? null) !== null && playerIn(connection, matchId) === player,
    )
    if (seated.length === 0) return 'gone'
    return seated.every(({ isWeak }) => isWeak) ? 'weak' : 'here'
  }

  const tell = async (report: Report): Promise<void> => {
    if (report.isAsking) return
    const { playerId, matchId } = report
    report.isAsking = true
    while ((report.told !== report.wanted || report.isDoubted) && !report.isWound && !closed) {
      const presence = report.wanted
      report.isDoubted = false
      const { code } = await routed.request('match.presence', { playerId, edge, matchId, presence }, waiting)
      if (lost.some((lostCode) => lostCode === code)) {
        report.isDoubted = true
        if (!report.isWound) deadlines.wind(report, clock.now() + retryMs)
      } else report.told = presence
    }
    report.isAsking = false
    const key = keyOf(playerId, matchId)
    // When its turn comes it may be over, and its seat held by someone who came back.
    if (report.told === 'gone' && report.wanted === 'gone' && reports.get(key) === report) reports.delete(key)
  }

  /** Computes the presence of this player's seat, and reports a change. */
  const update = (player: Player, matchId: MatchId): void => {
    const key = keyOf(player.playerId, matchId)
    const wanted = look(player, matchId)
    const report = reports.get(key) ?? new Report(player.playerId, matchId)
    const before = report.wanted
    if (wanted === 'gone' && before === 'gone') return
    report.wanted = wanted
    reports.set(key, report)
    if (wanted === 'gone') deadlines.wind(report, clock.now() + goneAfterMs)
    else {
      if (before === 'gone') deadlines.cancel(report)
      void tell(report)
    }
  }

  const doubt = (report: Report): boolean => {
    if (report.wanted === 'gone') return false
    report.isDoubted = true
    deadlines.cancel(report)
    return true
  }

  return {
    update,
    /** The seat was taken, be it by the same command again, or freed: the platform has forgotten what was reported of it before. */
    renew(player: Player, matchId: MatchId): void {
      const report = reports.get(keyOf(player.playerId, matchId))
      if (report) report.isDoubted = true
      update(player, matchId)
    },
    updateAll(connection: Connection): void {
      for (const { matchId, seat } of connection.follows.values())
        if (seat !== null) update(playerIn(connection, matchId), matchId)
    },
    /** The platform thinks a seat held here is `gone`: another BFF said so, or its owner changed. */
    contradict({ playerId }: Player, matchId: MatchId): void {
      const report = reports.get(keyOf(playerId, matchId))
      if (report && doubt(report)) void tell(report)
    },
    /** Reports all seats in these shards again to their new owner. */
    tellAgain(shards: ReadonlySet<number>): void {
      for (const report of reports.values())
        if (shards.has(shardOfMatch(report.matchId)) && doubt(report)) void inTurn('', () => tell(report))
    },
    close(): void {
      closed = true
      reports.clear()
    },
  }
}
