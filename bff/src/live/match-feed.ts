import { bodyCode } from '@minefall/shared/contracts'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import type { Resume, ServerMessage } from '@minefall/shared/contracts/live'
import type { GameEvent, MatchId, MatchState } from '@minefall/shared/game'
import type { Ground } from './ground.ts'

type Batch = BusEvent<'match.events'>

/** A follower of a match. */
export type Delivery =
  | { kind: 'events'; seq: number; events: GameEvent[] }
  | { kind: 'snapshot'; state: MatchState; hash: string }

export type Follow = {
  matchId: MatchId
  /** The player's seat there; null for a watcher. */
  seat: number | null
  /** Whether events are streamed to it: not while it resumes or its queue drains. */
  state: 'resuming' | 'streaming' | 'shed'
  /** The resume in progress; a newer one replaces it. */
  resume: Resuming | null
  /** The turn that it waits for; a newer resume waits in the same place. */
  turn: Promise<boolean> | null
}

/** A resume in progress: the client's number, and what was delivered since. */
export type Resuming = {
  readonly asked: number | null
  readonly arrived: Delivery[]
  /** The number its answer leads to, once answered; the feed may not be there yet. */
  answered: number | null
}

/** The last event delivered, and the rolling hash after it. */
export type Stand = ServerMessage<'match.beat'>

type FeedOptions = Ground & {
  matchId: MatchId
  /** Runs questions about silent matches, so many at a time. */
  inTurn: (run: () => Promise<void>) => Promise<void>
  /** Who asks for missing events; null without followers. */
  asker: () => string | null
  deliver: (delivery: Delivery) => void
}

/** Out-of-order batches kept during a repair; beyond that, asking again is cheaper. */
const heldAtMost = 256
/** How far answers and beats may overtake events before those count as lost, in milliseconds. */
const graceMs = 150
const repairRetryMs = 500
/** The owner beats each second; after this long without news it is asked. In milliseconds. */
const silentMs = 3_000
/** Older news do not tell the match's position, in milliseconds. */
const staleMs = 5_000

export const deliveryOf = ({ catchUp, hash }: Resume): Delivery =>
  catchUp.kind === 'snapshot'
    ? { kind: 'snapshot', state: catchUp.state, hash }
    : { kind: 'events', seq: catchUp.from + 1, events: catchUp.events }

/** The part of a delivery after `seq`; null if there is none. */
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
 * One match as this BFF receives it: batches from the bus, duplicates dropped, holes repaired by asking the
 * platform. The subscription is live before any request, so nothing in between is missed.
 */
export const matchFeed = (options: FeedOptions) => {
  const { matchId, bus, routed, clock, deadlines, metrics, waiting, inTurn, asker } = options
  let position: number | null = null
  /** The rolling hash after the last event delivered. */
  let hash: string | null = null
  let held: Batch[] = []
  /** The highest number reported by the match's owner. */
  let told = 0
  let receivedAt = clock.now()
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

  /** Delivers held batches that continue without a hole, and drops old ones. */
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

  /** Takes in an answer of the platform; its snapshot only if it `may` skip missing events. */
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
    // It may only tell that the last delivery was the end.
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

  /** Asks for what comes after `seq`, delivers what is missing, and repeats until complete. */
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
      receivedAt = clock.now()
      if (endOf(deliveryOf(data)) > position) metrics.repairs.inc()
      takeIn(data, { maySkip: true })
    }
    if (isBehind()) repairIn(repairRetryMs)
  }

  const inquire = async (): Promise<void> => {
    // Asks from the last event, which then arrives again: an empty answer would not tell whether it was the end.
    if (position !== null) await catchUp(Math.max(0, position - 1))
  }

  const lookIn = (ms: number): (() => void) => deadlines.after(ms, lookForSilence)
  const lookForSilence = () => {
    if (closed || isOver) return
    const leftMs = receivedAt + silentMs - clock.now()
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
    receivedAt = clock.now()
    if (held.length < heldAtMost) held.push(batch)
    release()
    if (held.length > 0) repairIn(0)
  })

  return {
    /** The last sequence number delivered; null before the first answer of the platform. */
    seq: (): number | null => position,
    /**
     * Takes in an answer of the platform: sets or continues the feed's position. Returns the number it leads to,
     * which the feed may have yet to reach.
     */
    adopt(resume: Resume): number {
      // The snapshot was for someone new: for the others the events are fetched.
      const reached = takeIn(resume, { maySkip: false })
      if (isBehind()) repairIn(graceMs)
      return reached
    },
    /** Takes in the last number and hash reported by the owner. */
    beat(seq: number, itsHash: string): void {
      receivedAt = clock.now()
      told = Math.max(told, seq)
      if (position === null || seq < position) return
      if (seq === position) hash = itsHash
      else repairIn(graceMs)
    },
    /** The match's position; null if less than the owner reported was delivered, or its last report is old. */
    stand(): Stand | null {
      if (position === null || hash === null || isBehind()) return null
      return clock.now() - receivedAt > staleMs ? null : { matchId, seq: position, hash }
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
