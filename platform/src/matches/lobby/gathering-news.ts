import type { Gathering } from '@minefall/shared/contracts/bus'
import { shardOfQueue } from '@minefall/shared/shards'
import { isPerson, type LiveMatch, seatedPlayers } from '../host/live-match.ts'
import type { World } from '../world.ts'
import { usualRating } from './apart.ts'
import { isOnOffer } from './on-offer.ts'

/**
 * A match that no one sits at is offered no more when it is to be abandoned within this time, in milliseconds: anyone who
 * is sent to a match finds it there.
 */
const closingMs = 5_000

const isClosing = ({ clock, settings: { abandonMs } }: World, { record, touchedAt }: LiveMatch): boolean =>
  record.state.table.every((seat) => seat === null) &&
  clock.now() - touchedAt >= Math.max(abandonMs / 2, abandonMs - closingMs)

/** The mean rating of those seated, as their seats show it; undefined where no one sits. */
const meanRating = (seated: ReturnType<typeof seatedPlayers>): number | undefined =>
  seated.length === 0
    ? undefined
    : seated.reduce((sum, { player }) => sum + (player.rating ?? usualRating), 0) / seated.length

/** What the owner of a match's queue needs to know of it. */
export const gatheringOf = (world: World, match: LiveMatch): Gathering => {
  const { shard, origin, record, capped, kept } = match
  const { matchId, gameId, stake, asset, serverCommit, serverChain, seats, phase } = record.state
  const seated = seatedPlayers(match)
  const rating = meanRating(seated)
  const isLive = phase === 'gathering' && shard.held && !match.dropped && !match.quarantined
  return {
    matchId,
    gameId,
    stake,
    asset,
    serverCommit,
    ...(serverChain !== undefined && { serverChain }),
    seats,
    open: origin.open && isLive && isOnOffer(world, match) && !isClosing(world, match),
    ...(rating !== undefined && { rating }),
    seated: seated.map((seat) => (isPerson(seat) ? seat.holder : null)),
    capped: [...capped],
    kept: [...kept],
  }
}

/**
 * Tells of a match that anyone of its queue may be sent to, or no longer may. At once, before anyone who changed it is
 * answered: what they ask next must find it told.
 */
export const announceGathering = (world: World, match: LiveMatch): void => {
  if (!match.origin.open || match.dropped) return
  const told = gatheringOf(world, match)
  world.bus.publish('lobby.gathering', String(shardOfQueue(told)), told)
}
