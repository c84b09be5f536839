import type { Answer, Gathering } from '@minefall/shared/contracts'
import type { Asset, Coins, MatchId } from '@minefall/shared/game'

/** What a queue is for: a table, a stake, an asset. */
export type QueueName = { gameId: string; stake: Coins; asset: Asset }

/** How long a match is offered without news of it, in milliseconds; its owner tells of it each second. */
const forgottenMs = 3_000
/** How long a seat is left for somebody who was sent to it, in milliseconds. */
const expectedMs = 2_000

/** Which matches gather, of any node's, and who is on their way to them. */
export type GatheringView = {
  /** Takes over what a match's owner tells. */
  hear(told: Gathering, now: number): void
  /** Takes over what is known otherwise of a match, unless its owner has told of it of late. */
  learn(known: Gathering, now: number): void
  /**
   * The fullest match of a queue that has a seat left for this player; null when there is none. Seats of those on their
   * way count as taken: many who come at once would all be sent to the same few seats otherwise.
   */
  choose(queue: QueueName, playerId: string, now: number): Gathering | null
  /** Leaves a seat of a match for somebody who is sent there. */
  send(told: Pick<Gathering, 'matchId' | keyof QueueName>, playerId: string, now: number): void
}

type Entry = {
  told: Gathering
  heardAt: number
  /** Who was sent there, and until when a seat is left for them. */
  sent: Map<string, number>
}

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

const isForgotten = ({ heardAt }: Entry, now: number): boolean => now - heardAt >= forgottenMs

/** Who was sent to a match and is still awaited. */
const awaited = ({ sent }: Entry, now: number): Iterable<string> => {
  for (const [sentTo, until] of sent) if (now >= until) sent.delete(sentTo)
  return sent.keys()
}

/** What somebody is told who is sent to a match. */
export const foundOf = ({ matchId, serverCommit, seats, seated }: Gathering): Answer<'lobby.find'> => ({
  matchId,
  serverCommit,
  seats,
  taken: seated.length,
})

export const queueKey = ({ gameId, stake, asset }: QueueName): string => `${gameId}/${stake}/${asset}`

export const viewGathering = (): GatheringView => {
  /** By queue; in the order in which they were first heard of. */
  const queues = new Map<string, Map<MatchId, Entry>>()

  const entriesOf = (queue: QueueName): Map<MatchId, Entry> => {
    const key = queueKey(queue)
    const entries = queues.get(key) ?? new Map<MatchId, Entry>()
    queues.set(key, entries)
    return entries
  }

  const hear = (told: Gathering, now: number): void => {
    const entries = entriesOf(told)
    if (!told.open) entries.delete(told.matchId)
    else entries.set(told.matchId, { told, heardAt: now, sent: entries.get(told.matchId)?.sent ?? new Map() })
  }

  return {
    hear,
    learn(known, now) {
      const entry = entriesOf(known).get(known.matchId)
      if (!entry || isForgotten(entry, now)) hear(known, now)
    },
    choose(queue, playerId, now) {
      const entries = entriesOf(queue)
      let best: Gathering | null = null
      for (const [matchId, entry] of entries) {
        const { told } = entry
        if (isForgotten(entry, now)) entries.delete(matchId)
        else if (
          !told.capped.includes(playerId) &&
          hasRoomFor(told, awaited(entry, now), playerId, now) &&
          (best === null || told.seated.length > best.seated.length)
        )
          best = told
      }
      return best
    },
    send(told, playerId, now) {
      entriesOf(told)
        .get(told.matchId)
        ?.sent.set(playerId, now + expectedMs)
    },
  }
}
