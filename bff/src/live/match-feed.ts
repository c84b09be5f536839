import { bodyCode } from '@minefall/shared/contracts'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import type { Resume, ServerMessage } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId, MatchState } from '@minefall/shared/game'
import type { Ground } from './ground.ts'

type Batch = BusEvent<'match.events'>

/** What reaches those who follow a match, in order and without holes. */
export type Delivery =
  | { kind: 'events'; seq: number; events: GameEvent[] }
  | { kind: 'snapshot'; state: MatchState; hash: string }

export type Follow = {
  matchId: MatchId
  /** The player's seat there; null for a watcher. */
  seat: number | null
  /** Whether events are streamed to it: not while it resumes or is drained of a queue that grew too long. */
  state: 'resuming' | 'streaming' | 'shed'
  /** The resume under way; a newer one takes its place. */
  resume: Resuming | null
}

/** A resume under way: the number that its client had, and what was delivered to the others since it was asked. */
export type Resuming = {
  readonly asked: number | null
  readonly arrived: Delivery[]
  /** The number that its answer leads up to, once there is one; the feed may have yet to get there. */
  answered: number | null
}

/** The last event delivered, and the rolling hash after it. */
export type Stand = ServerMessage<'match.beat'>

type FeedOptions = Ground & {
  matchId: MatchId
  /** Runs questions about silent matches, so many at a time. */
  inTurn: (run: () => Promise<void>) => Promise<void>
  /** In whose name missing events are asked for; null when no one follows. */
  asker: () => string | null
  deliver: (delivery: Delivery) => void
}

/** Out-of-order batches kept while a hole is being repaired; beyond that, asking again costs less. */
const heldAtMost = 256
/** Answers and beats may overtake events by this much before those count as lost, in milliseconds. */
const graceMs = 150
const repairRetryMs = 500
/** The owner of a match tells of it each second; after this long without a word it is asked. In milliseconds. */
const silentMs = 3_000
/** What was heard longer ago does not say how the match stands now, in milliseconds. */
const staleMs = 5_000

export const deliveryOf = ({ catchUp, hash }: Resume): Delivery =>
  catchUp.kind === 'snapshot'
    ? { kind: 'snapshot', state: catchUp.state, hash }
    : { kind: 'events', seq: catchUp.from + 1, events: catchUp.events }

/** What of a delivery comes after `seq`; null when nothing does. */
export const tail = (delivery: Delivery, seq: number): Delivery | null => {
  if (delivery.kind === 'snapshot') return delivery.state.seq > seq ? delivery : null
  const events = delivery.events.slice(Math.max(0, seq + 1 - delivery.seq))
  return events.length === 0 ? null : { kind: 'events', seq: Math.max(delivery.seq, seq + 1), events }
}

export const endOf = (delivery: Delivery): number =>
  delivery.kind === 'snapshot' ? delivery.state.seq : delivery.seq + delivery.events.length - 1

const isLast = (delivery: Delivery): boolean => {
  if (delivery.kind === 'snapshot') return delivery.state.result !== null
  const last = delivery.events.at(-1)?.type
  return last === 'Settled' || last === 'Voided'
}

export type MatchFeed = ReturnType<typeof matchFeed>

/**
 * One match as this BFF hears it: batches from the bus, doubles dropped, holes repaired by asking the platform.
 * The bus subscription is live before anything is asked, so what happens in the meantime is never missed.
 */
export const matchFeed = (options: FeedOptions) => {
  const { matchId, bus, routed, clock, deadlines, metrics, waiting, inTurn, asker } = options
  let position: number | null = null
  /** The rolling hash after the last event delivered. */
  let hash: string | null = null
  let held: Batch[] = []
  /** The highest number that the match's owner has told of. */
  let told = 0
  let heardAt = clock.now()
  /** Whether the match has ended, and all of it was delivered. */
  let isOver = false
  let asking = false
  let closed = false
  let cancelRepair: (() => void) | null = null

  const deliver = (delivery: Delivery) => {
    position = endOf(delivery)
    isOver ||= isLast(delivery)
    options.deliver(delivery)
  }

  /** Delivers what is held and follows on without a hole, and forgets what is old. */
  const release = () => {
    for (const batch of held.sort((a, b) => a.seq - b.seq)) {
      if (position === null || batch.seq > position + 1) continue
      const next = tail({ kind: 'events', seq: batch.seq, events: batch.events }, position)
      if (!next) continue
      deliver(next)
      hash = batch.hash
    }
    const reached = position ?? 0
    held = held.filter((batch) => batch.seq + batch.events.length - 1 > reached)
  }

  /** Takes in an answer of the platform; a snapshot of it only where it `may` skip what is missing. */
  const takeIn = (resume: Resume, { maySkip }: { maySkip: boolean }): number => {
    const answered = deliveryOf(resume)
    const reached = endOf(answered)
    told = Math.max(told, reached)
    if (position === null) position = reached
    // Events that begin beyond where the feed stands would leave a hole.
    else if (answered.kind === 'events' ? answered.seq <= position + 1 : maySkip) {
      const next = tail(answered, position)
      if (next) deliver(next)
    }
    // It may tell nothing new but that what was delivered before was the last.
    isOver ||= isLast(answered) && position >= reached
    if (reached === position) hash = resume.hash
    release()
    return reached
  }

  const isBehind = () => held.length > 0 || (position ?? 0) < told

  const repairIn = (ms: number) => {
    if (closed || asking || cancelRepair) return
    cancelRepair = clock.after(ms, () => {
      cancelRepair = null
      if (position !== null && isBehind()) void catchUp(position)
    })
  }

  /** Asks for what comes after `seq`, delivers what of it is missing, and asks again while that is not all. */
  const catchUp = async (seq: number): Promise<void> => {
    const playerId = asker()
    if (closed || asking || position === null || playerId === null) return
    asking = true
    const { code, data } = await routed.request(
      'match.resume',
      { playerId, matchId, seq, unacknowledged: [] },
      waiting,
    )
    asking = false
    if (closed) return
    if (code === bodyCode.ok && data) {
      heardAt = clock.now()
      if (endOf(deliveryOf(data)) > position) metrics.repairs.inc()
      takeIn(data, { maySkip: true })
    }
    if (isBehind()) repairIn(repairRetryMs)
  }

  const inquire = async (): Promise<void> => {
    // The last event here comes along once more: an answer without any would not say whether that was the very last.
    if (position !== null) await catchUp(Math.max(0, position - 1))
  }

  const lookIn = (ms: number): (() => void) => deadlines.after(ms, lookForSilence)
  const lookForSilence = () => {
    if (closed || isOver) return
    const leftMs = heardAt + silentMs - clock.now()
    if (asking || position === null || leftMs > 0) {
      cancelLook = lookIn(Math.max(leftMs, silentMs / 2))
      return
    }
    void inTurn(inquire).finally(() => {
      if (!closed) cancelLook = lookIn(silentMs)
    })
  }
  let cancelLook = lookIn(silentMs)

  const unsubscribe = bus.subscribe('match.events', matchId, (batch) => {
    if (batch.events.length === 0) return
    heardAt = clock.now()
    if (held.length < heldAtMost) held.push(batch)
    release()
    if (held.length > 0) repairIn(0)
  })

  return {
    /** The last sequence number delivered; null before the first answer of the platform. */
    seq: (): number | null => position,
    /**
     * Takes in an answer of the platform: tells the feed where it stands, or carries it on. The answer is the number
     * that it leads up to, which may be one that the feed has yet to reach.
     */
    adopt(resume: Resume): number {
      // A snapshot was asked for by one who knew nothing: for the others, the events are fetched.
      const reached = takeIn(resume, { maySkip: false })
      if (isBehind()) repairIn(graceMs)
      return reached
    },
    /** What the owner of the match says its last number is, and the hash after it. */
    beat(seq: number, itsHash: string): void {
      heardAt = clock.now()
      told = Math.max(told, seq)
      if (position === null || seq < position) return
      if (seq === position) hash = itsHash
      else repairIn(graceMs)
    },
    /** How the match stands; null where less than the owner told of was delivered, or nothing was heard of it lately. */
    stand(): Stand | null {
      if (position === null || hash === null || isBehind()) return null
      return clock.now() - heardAt > staleMs ? null : { matchId, seq: position, hash }
    },
    /** Whether it has ended, and all of it was delivered. */
    isOver: (): boolean => isOver,
    inquire,
    close(): void {
      closed = true
      cancelRepair?.()
      cancelLook()
      unsubscribe()
    },
  }
}
