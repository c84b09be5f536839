import { randomUUID } from 'node:crypto'
import {
  type BusAnswer,
  type BusEvent,
  type BusEventName,
  type BusRequest,
  type BusRequestName,
  bodyCode,
  type Envelope,
  refuse,
} from '../contracts/index.ts'
import { type AskOptions, type Bus, busOver, type Reply } from './bus.ts'
import { type Clock, systemClock } from './clock.ts'
import { Deadline, Deadlines } from './deadlines.ts'
import { handAnswer, handEvent, handRequest, type RequestHandler } from './handling.ts'
import type { Logger } from './log.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { busSubscriptions } from './subscriptions.ts'
import { isUnanswered, refuseUnanswered } from './unanswered.ts'

/** How long a request waits for its answer unless it says otherwise, in milliseconds. */
export const requestTimeoutMs = 5_000

export type InProcessBusOptions = {
  log: Pick<Logger, 'error'>
  clock?: Clock
  /** Names a request whose handler failed, in the answer and in the log, unless it has a name already. */
  newRequestId?: () => string
}

/** Those who answer, the next one first, by the node whose name is asked for; null is any. */
type Responders = { [N in BusRequestName]: Map<string | null, readonly RequestHandler<N>[]> }

const noResponders = (): Responders => ({
  'player.identify': new Map(),
  'player.keep': new Map(),
  'session.check': new Map(),
  'lobby.find': new Map(),
  'lobby.host': new Map(),
  'lobby.digest': new Map(),
  'match.sit': new Map(),
  'match.reveal': new Map(),
  'match.open': new Map(),
  'match.leave': new Map(),
  'match.void': new Map(),
  'match.stopped': new Map(),
  'match.resume': new Map(),
  'match.rematch': new Map(),
  'match.presence': new Map(),
  'match.stand': new Map(),
  'chat.open': new Map(),
  'chat.send': new Map(),
  'chat.history': new Map(),
  'chat.read': new Map(),
  'staff.present': new Map(),
  'staff.identify': new Map(),
  'desk.counts': new Map(),
  'health.record': new Map(),
  'node.probe': new Map(),
  'shard.take': new Map(),
  'lobby.open': new Map(),
})

/** Something on its way to somebody in this process. */
type Posted = { deliver(): void }

/** What the requests of one bus share. */
type Office = {
  log: Pick<Logger, 'error'>
  newRequestId: () => string
  deadlines: Deadlines
  /** Those that wait for their answers. */
  waiting: Set<Question<BusRequestName>>
  post: (posted: Posted) => void
}

/** A request: posted on its way to a responder, and again on its way back; in between its own deadline. */
class Question<N extends BusRequestName> extends Deadline implements Posted {
  readonly #office: Office
  readonly #name: N
  readonly #payload: BusRequest<N>
  readonly #reply: Reply<N>
  readonly #timeoutMs: number
  readonly #requestId = currentRequestId()
  #handler: RequestHandler<N> | null
  #answer: Envelope<BusAnswer<N>> | null = null
  #isPosted = false

  constructor(
    office: Office,
    asked: { name: N; payload: BusRequest<N>; reply: Reply<N>; timeoutMs: number },
    handler: RequestHandler<N> | null,
  ) {
    super()
    this.#office = office
    this.#name = asked.name
    this.#payload = asked.payload
    this.#reply = asked.reply
    this.#timeoutMs = asked.timeoutMs
    this.#handler = handler
  }

  post(): void {
    if (this.#isPosted) return
    this.#isPosted = true
    this.#office.post(this)
  }

  deliver(): void {
    this.#isPosted = false
    const handler = this.#handler
    if (this.#answer) {
      handAnswer(this.#name, this.#answer, { reply: this.#reply, log: this.#office.log })
    } else if (handler) {
      this.#handler = null
      // A responder that was itself not answered has answered all the same.
      const reply: Reply<N> = (answer) => this.settle(isUnanswered(answer) ? { ...answer } : answer)
      withRequestId(this.#requestId, () =>
        handRequest(this.#name, this.#payload, { handler, reply }, this.#office),
      )
    }
  }

  /** Posts the first answer there is, and no other. */
  settle(answer: Envelope<BusAnswer<N>>): void {
    if (this.#answer) return
    this.#answer = answer
    this.#office.deadlines.cancel(this)
    this.#office.waiting.delete(this)
    this.post()
  }

  override strike(): void {
    this.settle(refuse(bodyCode.timeout, `no answer to ${this.#name} within ${this.#timeoutMs} ms`))
  }
}

/**
 * The bus between the parts of one process. Payloads are handed over as they are, not copied. Nothing runs
 * inside the caller's own call: all that is asked, answered and published in one step of the event loop is handed over
 * at its end, in its order. Several responders of one name take turns.
 */
export const inProcessBus = (options: InProcessBusOptions): Bus => {
  const { log, clock = systemClock, newRequestId = randomUUID } = options
  const responders = noResponders()
  const subscriptions = busSubscriptions()
  const deadlines = new Deadlines(clock)
  const waiting: Office['waiting'] = new Set()
  let posted: Posted[] = []
  let closed = false

  const handOver = () => {
    const all = posted
    posted = []
    for (const one of all) one.deliver()
  }
  const post = (one: Posted) => {
    if (posted.push(one) === 1) queueMicrotask(() => withRequestId(undefined, handOver))
  }
  const office: Office = { log, newRequestId, deadlines, waiting, post }

  const tell = <N extends BusEventName>(
    name: N,
    key: string | null,
    { payload, listened }: { payload: BusEvent<N>; listened: string | null },
  ) => {
    for (const subscription of subscriptions.to(name, listened))
      post({
        deliver() {
          // It may have been given up since.
          if (subscriptions.to(name, listened).includes(subscription))
            handEvent(name, payload, key, { handler: subscription.handler, log })
        },
      })
  }

  return busOver({
    ask: <N extends BusRequestName>(
      name: N,
      payload: BusRequest<N>,
      reply: Reply<N>,
      { timeoutMs = requestTimeoutMs, at }: AskOptions = {},
    ) => {
      const byNode: Map<string | null, readonly RequestHandler<N>[]> = responders[name]
      const [handler, ...others] = (!closed && byNode.get(at ?? null)) || []
      const question = new Question(office, { name, payload, reply, timeoutMs }, handler ?? null)
      if (!handler) {
        question.settle(refuseUnanswered(closed ? 'the bus is closed' : `nobody answers ${name}`))
        return
      }
      if (others.length > 0) byNode.set(at ?? null, [...others, handler])
      deadlines.wind(question, clock.now() + timeoutMs)
      waiting.add(question)
      question.post()
    },

    answer: <N extends BusRequestName>(name: N, handler: RequestHandler<N>, { at }: { at?: string } = {}) => {
      const own: RequestHandler<N> = (payload, reply) => handler(payload, reply)
      const byNode: Map<string | null, readonly RequestHandler<N>[]> = responders[name]
      byNode.set(at ?? null, [...(byNode.get(at ?? null) ?? []), own])
      return () => {
        const left = byNode.get(at ?? null)?.filter((other) => other !== own) ?? []
        if (left.length > 0) byNode.set(at ?? null, left)
        else byNode.delete(at ?? null)
      }
    },

    publish: (name, key, payload) => {
      if (closed) return
      tell(name, key, { payload, listened: null })
      if (key !== null) tell(name, key, { payload, listened: key })
    },

    subscribe: (name, key, handler) => {
      const subscription = { key, handler }
      subscriptions.add(name, subscription)
      return () => {
        subscriptions.remove(name, subscription)
      }
    },

    // Whoever is in this process is within reach.
    isConnected: () => !closed,
    onConnection: () => () => {},

    close: async () => {
      closed = true
      for (const question of [...waiting]) question.settle(refuseUnanswered('the bus is closed'))
      deadlines.close()
      subscriptions.clear()
    },
  })
}
