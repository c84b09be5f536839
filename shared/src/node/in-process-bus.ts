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
import type { Bus } from './bus.ts'
import { type Clock, systemClock } from './clock.ts'
import { answerOf, handEvent, type RequestHandler } from './handling.ts'
import type { Logger } from './log.ts'
import { withoutRequestId } from './request-context.ts'
import { busSubscriptions, type Subscription } from './subscriptions.ts'
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

/**
 * The bus between the parts of one process. Payloads are handed over as they are, not copied. Nothing runs
 * inside the caller's own call: handlers run in microtasks, in the order of publishing. Several responders of
 * one name take turns.
 */
export const inProcessBus = (options: InProcessBusOptions): Bus => {
  const { log, clock = systemClock, newRequestId = randomUUID } = options
  const responders = noResponders()
  const subscriptions = busSubscriptions()
  const waiting = new Set<() => void>()
  let closed = false

  const answer = async <N extends BusRequestName>(
    name: N,
    handler: RequestHandler<N>,
    raw: BusRequest<N>,
  ) => {
    const envelope = await answerOf(name, raw, handler, { log, newRequestId })
    // A responder that was itself not answered has answered all the same.
    return isUnanswered(envelope) ? { ...envelope } : envelope
  }

  const deliver = <N extends BusEventName>(
    name: N,
    subscription: Subscription<N>,
    payload: BusEvent<N>,
    key: string | null,
  ) => {
    if (!subscriptions.to(name, subscription.key).includes(subscription)) return
    handEvent(name, payload, key, { handler: subscription.handler, log })
  }

  return {
    request: <N extends BusRequestName>(
      name: N,
      payload: BusRequest<N>,
      { timeoutMs = requestTimeoutMs, at }: { timeoutMs?: number; at?: string } = {},
    ) =>
      new Promise<Envelope<BusAnswer<N>>>((resolve) => {
        const byNode: Map<string | null, readonly RequestHandler<N>[]> = responders[name]
        const [handler, ...others] = (!closed && byNode.get(at ?? null)) || []
        if (!handler) {
          resolve(refuseUnanswered(closed ? 'the bus is closed' : `nobody answers ${name}`))
          return
        }
        byNode.set(at ?? null, [...others, handler])
        const abandon = () => {
          cancel()
          resolve(refuseUnanswered('the bus is closed'))
        }
        const cancel = clock.after(timeoutMs, () => {
          waiting.delete(abandon)
          resolve(refuse(bodyCode.timeout, `no answer to ${name} within ${timeoutMs} ms`))
        })
        waiting.add(abandon)
        queueMicrotask(() =>
          answer(name, handler, payload).then((envelope) => {
            cancel()
            waiting.delete(abandon)
            resolve(envelope)
          }),
        )
      }),

    respond: <N extends BusRequestName>(
      name: N,
      handler: RequestHandler<N>,
      { at }: { at?: string } = {},
    ) => {
      const own: RequestHandler<N> = (payload) => handler(payload)
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
      withoutRequestId(() => {
        for (const listened of key === null ? [null] : [null, key])
          for (const subscription of subscriptions.to(name, listened))
            queueMicrotask(() => deliver(name, subscription, payload, key))
      })
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
      for (const abandon of [...waiting]) abandon()
      waiting.clear()
      subscriptions.clear()
    },
  }
}
