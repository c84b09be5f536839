import type { BusEvent } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import type { Clock } from '@minefall/shared/node'
import { shardOfMatch } from '@minefall/shared/shards'
import { isRecent } from '../lately.ts'
import { type Connection, type Player, playerIn } from './connection.ts'
import type { GuestTurn } from './guest-turns.ts'

/** Owners tell each second of every match in their memory; what they told longer ago counts no more, in milliseconds. */
const toldWithinMs = 3_000

type Beats = BusEvent<'match.beat'>

export type Lookups = ReturnType<typeof lookups>

/**
 * Bounds what makes owners read a whole journal: questions about matches that they don't have in memory, such as ended ones.
 * Each player may ask so many in a time, and guests wait for a turn among all strangers.
 */
export const lookups = ({ clock, turnOf }: { clock: Clock; turnOf: GuestTurn }) => {
  /** What was last told of each shard, and when. */
  const told = new Map<string, { at: number; beats: Beats }>()

  const isInMemory = (matchId: MatchId): boolean => {
    const last = told.get(String(shardOfMatch(matchId)))
    if (!last || !isRecent(last.at, clock.now(), toldWithinMs)) return false
    return last.beats.some((beat) => beat.matchId === matchId)
  }

  const isNeeded = ({ seated }: Player, matchId: MatchId): boolean =>
    seated?.matchId !== matchId && !isInMemory(matchId)

  return {
    /** The matches of a shard that its owner told of. */
    heard(shard: string, beats: Beats): void {
      told.set(shard, { at: clock.now(), beats })
    },
    /** Whether the match may have to be looked up for this player; never the one they sit in. */
    isNeeded,
    /** The refusal where it may have to be, and the player has looked up as much as they may. */
    take: (player: Player, matchId: MatchId) =>
      isNeeded(player, matchId) ? player.allowance.take('lookups') : null,
    /** Waits until the match may be looked up; false where too many of this address wait, or it has closed. */
    turn: (connection: Connection, matchId: MatchId) => turnOf(connection, playerIn(connection, matchId)),
  }
}
