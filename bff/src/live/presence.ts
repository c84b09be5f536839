import { type BodyCode, bodyCode, type Presence } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import type { Clock, Router } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import type { Connection, Player } from './connection.ts'
import { playerIn } from './guest-seat.ts'
import { fewAtOnce } from './turnstile.ts'

const retryMs = 1_000
/** A socket that takes another's place, after a reload or a short cut, has this long before the seat is `gone`. */
const goneAfterMs = 1_000
/** Reports that are told once more at a time: a new owner has moves to decide first, and assumes that people are there. */
const againAtMost = 8

export type PresenceReporter = {
  /** Works out how this player's seat in the match is doing from here, and tells the platform if that changed. */
  update(player: Player, matchId: MatchId): void
  /** The same for each seat that this socket plays. */
  updateAll(connection: Connection): void
  /** The platform takes a seat that is held here for `gone`: another BFF said so, or its owner has changed. */
  contradict(player: Player, matchId: MatchId): void
  /** Tells of all seats in these shards once more: whoever owns them now may know nothing of who is here. */
  tellAgain(shards: ReadonlySet<number>): void
  close(): void
}

export type PresenceOptions = {
  routed: Router
  clock: Clock
  edge: string
  requestMs: number
}

type Report = {
  readonly playerId: string
  readonly matchId: MatchId
  wanted: Presence
  told: Presence | null
  /** Whether what was told may have been forgotten or undone. */
  doubted: boolean
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
export const presenceReporter = ({ routed, clock, edge, requestMs }: PresenceOptions): PresenceReporter => {
  const reports = new Map<string, Report>()
  const inTurn = fewAtOnce(againAtMost)
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
    if (report.asking || report.retry || closed) return
    const { playerId, matchId } = report
    report.asking = true
    while ((report.told !== report.wanted || report.doubted) && !report.leaving && !closed) {
      const presence = report.wanted
      report.doubted = false
      const { code } = await routed.request(
        'match.presence',
        { playerId, edge, matchId, presence },
        { timeoutMs: requestMs },
      )
      if (lost.some((lostCode) => lostCode === code)) {
        report.doubted = true
        report.retry = clock.after(retryMs, () => {
          report.retry = null
          void tell(report)
        })
        break
      }
      report.told = presence
    }
    report.asking = false
    const key = keyOf(playerId, matchId)
    // Told once more in its turn, it may be over long since, and its seat held by somebody who came back.
    if (report.told === 'gone' && report.wanted === 'gone' && reports.get(key) === report) reports.delete(key)
  }

  const update = (player: Player, matchId: MatchId) => {
    const { playerId } = player
    const key = keyOf(playerId, matchId)
    const wanted = look(player, matchId)
    const known = reports.get(key)
    if (!known && wanted === 'gone') return
    const report: Report = known ?? {
      ...{ playerId, matchId, wanted, told: null, doubted: false },
      ...{ asking: false, retry: null, leaving: null },
    }
    report.wanted = wanted
    reports.set(key, report)
    if (wanted === 'gone') {
      report.leaving ??= clock.after(goneAfterMs, () => {
        report.leaving = null
        void tell(report)
      })
      return
    }
    report.leaving?.()
    report.leaving = null
    void tell(report)
  }

  /** Whether there is something to tell once more. */
  const doubt = (report: Report): boolean => {
    if (report.wanted === 'gone') return false
    report.doubted = true
    report.retry?.()
    report.retry = null
    return true
  }

  return {
    update,
    updateAll(connection) {
      for (const { matchId, seat } of connection.follows.values())
        if (seat !== null) update(playerIn(connection, matchId), matchId)
    },
    contradict({ playerId }, matchId) {
      const report = reports.get(keyOf(playerId, matchId))
      if (report && doubt(report)) void tell(report)
    },
    tellAgain(shards) {
      for (const report of reports.values())
        if (shards.has(shardOfMatch(report.matchId)) && doubt(report)) void inTurn(() => tell(report))
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
