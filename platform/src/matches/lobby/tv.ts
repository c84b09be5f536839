import type { LobbyPart } from '@minefall/shared/contracts/bus'
import type { MatchId } from '@minefall/shared/game'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'
import { isWatchable } from './watchable.ts'

/** A match that could be on TV, with the sum of the ratings that its seats show. */
export type TvMatch = NonNullable<LobbyPart['tv']>

/** A match that was on and is offered no more stays for so long, in milliseconds: its end is seen, and a new owner found. */
const lingerMs = 4_000

const isForTv = (match: LiveMatch): boolean => {
  const { rules, asset } = match.record.state
  return rules.clues && asset !== 'trial' && isWatchable(match)
}

const ratingsOf = (match: LiveMatch): number =>
  seatedPlayers(match).reduce((sum, { player }) => sum + (player.rating ?? 0), 0)

/** The one with the highest ratings; of several, the one that was opened first: ids begin with the time of that. */
const best = (offered: readonly TvMatch[]): TvMatch | null =>
  offered.reduce<TvMatch | null>((top, match) => {
    if (!top || match.ratings > top.ratings) return match
    return match.ratings === top.ratings && match.matchId < top.matchId ? match : top
  }, null)

/** What a node offers: the match that is on, for as long as it may be, otherwise its best. */
export const offerForTv = (matches: Iterable<LiveMatch>, on: MatchId | null): TvMatch | null => {
  const offered: TvMatch[] = []
  for (const match of matches) {
    if (!isForTv(match)) continue
    const own = { matchId: match.id, ratings: ratingsOf(match) }
    if (match.id === on) return own
    offered.push(own)
  }
  return best(offered)
}

export type Tv = {
  /** What is on, as far as is known here. */
  on(): MatchId | null
  /** Another node said what is on. */
  hear(matchId: MatchId | null, now: number): void
  /** Decides what is on from now on, out of what all nodes offer. */
  choose(offered: readonly TvMatch[], now: number): MatchId | null
}

/** Keeps a match on to its end, and then turns to the best there is. */
export const keepTv = (): Tv => {
  let on: MatchId | null = null
  let offeredAt = 0
  const turnTo = (matchId: MatchId | null, now: number) => {
    on = matchId
    offeredAt = now
  }
  return {
    on: () => on,
    hear(matchId, now) {
      if (matchId !== on) turnTo(matchId, now)
    },
    choose(offered, now) {
      if (offered.some(({ matchId }) => matchId === on)) offeredAt = now
      else if (on === null || now - offeredAt >= lingerMs) turnTo(best(offered)?.matchId ?? null, now)
      return on
    },
  }
}
