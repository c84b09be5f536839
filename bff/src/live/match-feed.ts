import { type BusEvent, bodyCode, type Resume, type ServerMessage } from '@minefall/shared/contracts'
import type { GameEvent, MatchId, MatchState } from '@minefall/shared/game'
import { type Bus, type Clock, Deadline, type Deadlines, type Router } from '@minefall/shared/node'

type Batch = BusEvent<'match.events'>

/** What reaches those who follow a match, in order and without holes. */
export type Delivery =
  | { kind: 'events'; seq: number; events: GameEvent[] }
  | { kind: 'snapshot'; state: MatchState; hash: string }

/** Records deliveries while its owner asks the platform how things stood. */
export type Window = {
  /** Whether all that came after `seq` has been recorded. If not, the answer is too old: open another, ask again. */
  covers(seq: number): boolean
  /**
   * Runs `ready` with what follows after `seq` as soon as the feed has got that far: at once, or when the missing
   * events have been fetched. The window is closed then, and its owner hears the feed like the others.
   */
  after(seq: number, ready: (deliveries: readonly Delivery[]) => void): void
  close(): void
}

export type MatchFeed = {
  /** The last sequence number delivered; null before the first answer of the platform. */
  seq(): number | null
  open(): Window
  /** Takes in an answer of the platform: tells the feed where it stands, or carries it on. */
  adopt(resume: Resume): number
  /** What the owner of the match says its last number is, and the hash after it. */
  beat(seq: number, hash: string): void
  /** How the match stands; null where less than the owner told of was delivered, or nothing was heard of it lately. */
  stand(): Stand | null
  /** Whether it has ended, and all of it was delivered. */
  isOver(): boolean
  /** Asks the platform how the match stands, and catches up. */
  inquire(): Promise<void>
  close(): void
}

/** The last event delivered, and the rolling hash after it. */
export type Stand = ServerMessage<'match.beat'>

export type MatchFeedOptions = {
  matchId: MatchId
  bus: Bus
  routed: Router
  clock: Clock
  deadlines: Deadlines
  /** Runs questions about silent matches, so many at a time. */
  inTurn: (run: () => Promise<void>) => Promise<void>
  /** In whose name missing events are asked for; null when nobody follows. */
  asker: () => string | null
  deliver: (delivery: Delivery) => void
  repaired: () => void
  requestMs: number
}

/** `opened` is where the feed stood when the recording began; `wake` is set while its owner waits for more. */
type OpenWindow = { opened: number; deliveries: Delivery[]; wake: (() => void) | null }

/** Out-of-order batches kept while a hole is being repaired; beyond that, asking again costs less. */
const heldAtMost = 256
/** Answers and beats may overtake events by this much before those count as lost, in milliseconds. */
const graceMs = 150
const repairRetryMs = 500
/** The owner of a match tells of it each second; after this long without a word it is asked. In milliseconds. */
const silentMs = 3_000
/** What was heard longer ago does not say how the match stands now, in milliseconds. */
const staleMs = 5_000

/** Asks about the match when nothing is heard of it; hearing only notes the time. */
class Silence extends Deadline {
  readonly #look: (now: number) => void
  constructor(look: (now: number) => void) {
    super()
    this.#look = look
  }
  strike(now: number): void {
    this.#look(now)
  }
}

/** The sequence number that an answer of the platform leads up to. */
export const reachedBy = ({ catchUp }: Resume): number =>
  catchUp.kind === 'events' ? catchUp.from + catchUp.events.length : catchUp.state.seq

/** An answer of the platform as a delivery. */
export const deliveryOf = ({ catchUp, hash }: Resume): Delivery =>
  catchUp.kind === 'snapshot'
    ? { kind: 'snapshot', state: catchUp.state, hash }
    : { kind: 'events', seq: catchUp.from + 1, events: catchUp.events }

/** What of a delivery comes after `seq`; null when nothing does. */
const tail = (delivery: Delivery, seq: number): Delivery | null => {
  if (delivery.kind === 'snapshot') return delivery.state.seq > seq ? delivery : null
  const events = delivery.events.slice(Math.max(0, seq + 1 - delivery.seq))
  return events.length === 0 ? null : { kind: 'events', seq: Math.max(delivery.seq, seq + 1), events }
}

const endOf = (delivery: Delivery): number =>
  delivery.kind === 'snapshot' ? delivery.state.seq : delivery.seq + delivery.events.length - 1

const isLast = (delivery: Delivery): boolean => {
  if (delivery.kind === 'snapshot') return delivery.state.result !== null
  const last = delivery.events.at(-1)?.type
  return last === 'Settled' || last === 'Voided'
}

/**
 * One match as this BFF hears it: batches from the bus, doubles dropped, holes repaired by asking the platform.
 * The bus subscription is live before anything is asked, so what happens meanwhile is never missed.
 */
export const matchFeed = (options: MatchFeedOptions): MatchFeed => {
  const { matchId, bus, routed, clock, deadlines } = options
  let position: number | null = null
  /** The rolling hash after the last event delivered. */
  let hash: string | null = null
  let held: Batch[] = []
  /** The highest number the match's owner has told of. */
  let beaten = 0
  let heardAt = clock.now()
  /** The match's very last number, once it was told. */
  let lastSeq: number | null = null
  let asking = false
  let closed = false
  let cancelTimer: (() => void) | null = null
  const windows = new Set<OpenWindow>()

  const noteLast = (delivery: Delivery) => {
    if (isLast(delivery)) lastSeq = endOf(delivery)
  }

  const deliver = (delivery: Delivery) => {
    position = endOf(delivery)
    options.deliver(delivery)
    for (const window of [...windows]) {
      window.deliveries.push(delivery)
      window.wake?.()
    }
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

  const begin = (seq: number) => {
    position = seq
    for (const window of windows) window.opened = seq
    release()
  }

  const carryOn = (missing: Delivery, from: number) => {
    // Events that begin beyond where the feed stands would leave a hole.
    const next = missing.kind === 'events' && missing.seq > from + 1 ? null : tail(missing, from)
    if (next) deliver(next)
    release()
  }

  const isOver = () => position !== null && position === lastSeq

  const repairIn = (ms: number) => {
    if (closed || asking || cancelTimer) return
    cancelTimer = clock.after(ms, () => {
      cancelTimer = null
      void repair()
    })
  }

  const isBehind = () =>
    held.length > 0 || [...windows].some(({ wake }) => wake !== null) || (position ?? 0) < beaten

  /** An answer of the platform tells the hash after its last event. */
  const noteHash = (resume: Resume) => {
    if (reachedBy(resume) === position) hash = resume.hash
  }

  /** Asks for what comes after `seq` and delivers what of it is missing. */
  const ask = async (seq: number): Promise<void> => {
    const asker = options.asker()
    if (closed || asking || position === null || asker === null) return
    asking = true
    const { code, data } = await routed.request(
      'match.resume',
      { playerId: asker, matchId, seq, unacknowledged: [] },
      { timeoutMs: options.requestMs },
    )
    asking = false
    if (closed || code !== bodyCode.ok || !data) return
    heardAt = clock.now()
    if (reachedBy(data) > position) options.repaired()
    const missing = deliveryOf(data)
    noteLast(missing)
    carryOn(missing, position)
    noteHash(data)
  }

  const repair = async () => {
    if (position === null || !isBehind()) return
    await ask(position)
    if (isBehind()) repairIn(repairRetryMs)
  }

  const unsubscribe = bus.subscribe('match.events', matchId, (batch) => {
    if (batch.events.length === 0) return
    heardAt = clock.now()
    const told: Delivery = { kind: 'events', seq: batch.seq, events: batch.events }
    noteLast(told)
    if (position === null || batch.seq > position + 1) {
      if (held.length < heldAtMost) held.push(batch)
      repairIn(0)
      return
    }
    const next = tail(told, position)
    if (!next) return
    deliver(next)
    hash = batch.hash
    release()
  })

  const inquire = async () => {
    if (position === null) return
    // The last event here comes along once more: an answer without any would not say whether that was the very last.
    await ask(Math.max(0, position - 1))
    if (isBehind()) repairIn(repairRetryMs)
  }

  const silence = new Silence((now) => {
    if (closed || isOver()) return
    const until = heardAt + silentMs
    if (asking || position === null || until > now) {
      deadlines.wind(silence, Math.max(until, now + silentMs / 2))
      return
    }
    void options.inTurn(inquire).finally(() => {
      if (!closed) deadlines.wind(silence, clock.now() + silentMs)
    })
  })
  deadlines.wind(silence, heardAt + silentMs)

  return {
    seq: () => position,
    open() {
      const window: OpenWindow = { opened: position ?? 0, deliveries: [], wake: null }
      windows.add(window)
      return {
        covers: (seq) => seq >= window.opened,
        after(seq, ready) {
          const attempt = () => {
            if (position === null || position < seq) return
            windows.delete(window)
            const after: Delivery[] = []
            let reached = seq
            for (const delivery of window.deliveries) {
              const next = tail(delivery, reached)
              if (!next) continue
              after.push(next)
              reached = endOf(next)
            }
            ready(after)
          }
          window.wake = attempt
          attempt()
          if (windows.has(window)) repairIn(graceMs)
        },
        close() {
          windows.delete(window)
        },
      }
    },
    adopt(resume) {
      const answered = deliveryOf(resume)
      noteLast(answered)
      if (position === null) begin(reachedBy(resume))
      // A snapshot was asked for by one who knew nothing: for the others, the events are fetched.
      else if (answered.kind === 'events') carryOn(answered, position)
      noteHash(resume)
      return reachedBy(resume)
    },
    beat(seq, told) {
      heardAt = clock.now()
      beaten = Math.max(beaten, seq)
      if (position === null || seq < position) return
      if (seq === position) hash = told
      else repairIn(graceMs)
    },
    stand() {
      if (position === null || hash === null || position < beaten || held.length > 0) return null
      return clock.now() - heardAt > staleMs ? null : { matchId, seq: position, hash }
    },
    isOver,
    inquire,
    close() {
      closed = true
      cancelTimer?.()
      deadlines.cancel(silence)
      unsubscribe()
      windows.clear()
    },
  }
}
