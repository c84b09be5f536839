import type { Gathering } from '@minefall/shared/contracts/bus'
import type { Answer } from '@minefall/shared/contracts/live'
import type { Asset, Coins, MatchId } from '@minefall/shared/game'
import type { Seeker } from './apart.ts'

/** The queue's key: a table, a stake, an asset. */
export type QueueName = { gameId: string; stake: Coins; asset: Asset }

/** How long a match is offered without news of it, in milliseconds; its owner tells of it each second. */
const forgottenMs = 3_000
/** How long a seat is kept for a player sent to it, in milliseconds. */
const expectedMs = 2_000
/**
 * For how long a player who did not take a kept seat gets none, in milliseconds: asking again and again would keep
 * seats from others.
 */
const declinedMs = 30_000

/**
 * More people than two tables hold within this time, in milliseconds, are a crowd: a second match gathers beside the
 * first, and each person is sent to the nearer one. Who has waited as long gets the next to come, near or not.
 */
const crowdMs = 20_000
/** How far a match's mean rating may be from someone's for them to be sent there rather than to one that no one sits at. */
const nearPoints = 150
/** So many matches of a queue gather at once for the sake of nearness. */
const matchesMost = 2

/** A player sent to a match, with their address as counted. */
type Sent = Pick<Seeker, 'playerId' | 'addressGroup'>

/** The gathering matches of all nodes, and the players on their way to them. */
export type GatheringView = {
  /** Takes over what a match's owner tells. */
  hear(told: Gathering, now: number): void
  /** Takes over what is known otherwise of a match, unless its owner reported it recently. */
  learn(known: Gathering, now: number): void
  /**
   * The fullest match of a queue that has a seat left for anyone who seeks one, in a crowd the nearest by rating; null when
   * there is none, or none near in a crowd. Seats of those on their way count as taken: many who come at once would all be
   * sent to the same few seats otherwise. A seat that was left for them and not taken is offered again only where there is
   * no other. `apart` says that a match with a seat left was passed over for those who sit there.
   */
  choose(queue: QueueName, seeker: Seeker, now: number): { match: Gathering | null; apart: boolean }
  /** Leaves a seat of a match for someone who is sent there, unless they did not take theirs a moment ago. */
  send(told: Pick<Gathering, 'matchId' | keyof QueueName>, sent: Sent, now: number): void
}

type Entry = {
  told: Gathering
  reportedAt: number
  /** Since when anyone has sat there, as far as is known here. */
  waitingSince: number | null
  /** A player on the way, until when the seat is kept, and their address. */
  sent: Map<string, { until: number; addressGroup: string | null }>
}

/** The matches of a queue, in the order in which they were first heard of. */
type Entries = Map<MatchId, Entry>
/** Who did not take the seat that was left for them, where, and until when no other is left for them. */
type Declined = Map<string, { matchId: MatchId; until: number }>

/** What is known of a queue; `came` has who looked for a seat in the last {@link crowdMs}, and when. */
type KnownQueue = { entries: Entries; declined: Declined; came: Map<string, number> }

/** Whether a seat is left for this player beside those who sit there, were sent there, or have one kept for them. */
export const hasRoomFor = (
  { seats, seated, kept }: Gathering,
  sent: Iterable<string>,
  playerId: string,
  now: number,
): boolean => {
  const expected = new Set(sent)
  for (const [keptFor, until] of kept) if (now < until) expected.add(keptFor)
  for (const there of [playerId, ...seated]) if (there !== null) expected.delete(there)
  return seated.length + expected.size < seats
}

const isForgotten = ({ reportedAt }: Entry, now: number): boolean => now - reportedAt >= forgottenMs

/** What someone learns who is sent to a match. */
export const foundOf = ({
  matchId,
  serverCommit,
  serverChain,
  seats,
  seated,
}: Gathering): Answer<'lobby.find'> => ({
  matchId,
  serverCommit,
  ...(serverChain !== undefined && { serverChain }),
  seats,
  taken: seated.length,
})

const fullestOf = (entries: readonly Entry[]): Entry | null =>
  // Of those alike the one known longest: sorting keeps their order.
  entries.toSorted((one, other) => other.told.seated.length - one.told.seated.length)[0] ?? null

/** Which of the matches with a seat for someone in a crowd is theirs; null for one more. */
const nearestOf = (entries: readonly Entry[], rating: number, now: number): Entry | null => {
  const due = entries.filter(({ waitingSince }) => waitingSince !== null && now - waitingSince >= crowdMs)
  if (due.length > 0) return fullestOf(due)
  const distanceOf = ({ told }: Entry) =>
    told.rating === undefined ? nearPoints : Math.abs(told.rating - rating)
  const nearest = entries.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0] ?? null
  const isFar = nearest !== null && distanceOf(nearest) > nearPoints
  return isFar && entries.length < matchesMost ? null : nearest
}

export const queueKey = ({ gameId, stake, asset }: QueueName): string => `${gameId}/${stake}/${asset}`

/** `seatsPerAddress` is how many of one address may be at a match. */
export const viewGathering = (seatsPerAddress: number): GatheringView => {
  const queues = new Map<string, KnownQueue>()

  const queueOf = (queue: QueueName) => {
    const key = queueKey(queue)
    const known = queues.get(key) ?? { entries: new Map(), declined: new Map(), came: new Map() }
    queues.set(key, known)
    return known
  }

  const hear = (told: Gathering, now: number): void => {
    const { entries } = queueOf(told)
    if (!told.open) {
      entries.delete(told.matchId)
      return
    }
    const known = entries.get(told.matchId)
    const sent: Entry['sent'] = known?.sent ?? new Map()
    for (const there of told.seated) if (there !== null) sent.delete(there)
    const waitingSince = told.seated.length === 0 ? null : (known?.waitingSince ?? now)
    entries.set(told.matchId, { told, reportedAt: now, waitingSince, sent })
  }

  /** Notes who did not come in time. */
  const tidy = ({ entries, declined, came }: KnownQueue, now: number): void => {
    for (const [playerId, at] of came) if (now - at >= crowdMs) came.delete(playerId)
    for (const [playerId, { until }] of declined) if (now >= until) declined.delete(playerId)
    for (const [matchId, entry] of entries) {
      if (isForgotten(entry, now)) entries.delete(matchId)
      for (const [playerId, { until }] of entry.sent) {
        if (now < until) continue
        entry.sent.delete(playerId)
        declined.set(playerId, { matchId, until: now + declinedMs })
      }
    }
  }

  const isApart = ({ told: { matchId }, sent }: Entry, seeker: Seeker): boolean => {
    const { playerId, addressGroup, tiedAt, nearAt } = seeker
    if (tiedAt.has(matchId)) return true
    if (addressGroup === null) return false
    const coming = [...sent].filter(([id, other]) => id !== playerId && other.addressGroup === addressGroup)
    return (nearAt.get(matchId) ?? 0) + coming.length >= seatsPerAddress
  }

  return {
    hear,
    learn(known, now) {
      const entry = queueOf(known).entries.get(known.matchId)
      if (!entry || isForgotten(entry, now)) hear(known, now)
    },
    choose(name, seeker, now) {
      const queue = queueOf(name)
      tidy(queue, now)
      const { playerId, rating } = seeker
      queue.came.set(playerId, now)
      const left = [...queue.entries.values()].filter(
        ({ told, sent }) => !told.capped.includes(playerId) && hasRoomFor(told, sent.keys(), playerId, now),
      )
      const open = left.filter((entry) => !isApart(entry, seeker))
      const declined = queue.declined.get(playerId)?.matchId
      const others = open.filter(({ told: { matchId } }) => matchId !== declined)
      const offered = others.length > 0 ? others : open
      const seats = offered[0]?.told.seats ?? Number.POSITIVE_INFINITY
      const isCrowd = rating !== null && queue.came.size > 2 * seats
      const chosen = isCrowd ? nearestOf(offered, rating, now) : fullestOf(offered)
      return { match: chosen?.told ?? null, apart: open.length < left.length }
    },
    send(told, { playerId, addressGroup }, now) {
      const { entries, declined } = queueOf(told)
      const sent = entries.get(told.matchId)?.sent
      // Asked again, the time goes on that runs.
      if (sent && !sent.has(playerId) && !declined.has(playerId))
        sent.set(playerId, { until: now + expectedMs, addressGroup })
    },
  }
}
