import { randomUUID } from 'node:crypto'
import { createInbox, type Msg } from '@nats-io/transport-node'
import {
  type BusAnswer,
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
import { requestTimeoutMs } from './in-process-bus.ts'
import { type Listening, type NatsOptions, natsConnection, requestIdOf } from './nats-connection.ts'
import { type BusUser, inboxPrefix } from './nats-permissions.ts'
import { eventSubject, eventSubjects, keyOfSubject, requestSubject } from './nats-subjects.ts'
import { parseAnswer, parseEvent } from './parse-message.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { busSubscriptions } from './subscriptions.ts'
import { refuseUnanswered } from './unanswered.ts'

export type NatsBusOptions = NatsOptions & {
  /** As whom the servers know this process, where each kind of program has a user of its own. */
  user?: BusUser | undefined
  /** Timeouts go by it; the connection itself lives in real time. */
  clock?: Clock
  /** Names a request whose handler failed, in the answer and in the log, unless it has a name already. */
  newRequestId?: () => string
}

/** How long `close` waits until what others have asked is answered, in milliseconds. */
export const natsDrainMs = 1_000

/** Those who answer a name share its requests: each reaches one of them. Under a node's name there is but one. */
const queue = 'mf'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value))

const decode = (message: Msg): unknown => {
  try {
    return message.json()
  } catch {
    return undefined
  }
}

/** What the server itself answers where nobody listens. */
const isNobody = (message: Msg) => message.data.length === 0 && message.headers?.code === 503

type Asked<N extends BusRequestName> = { name: N; reply: Reply<N>; timeoutMs: number }

/** A request that waits for its answer: its own deadline. */
class Question<N extends BusRequestName> extends Deadline {
  readonly asked: Asked<N>
  readonly #over: (answer: Envelope<BusAnswer<N>>) => void

  /** `over` is called with its answer. */
  constructor(asked: Asked<N>, over: (answer: Envelope<BusAnswer<N>>) => void) {
    super()
    this.asked = asked
    this.#over = over
  }

  settle(answer: Envelope<BusAnswer<N>>): void {
    this.#over(answer)
  }

  override strike(): void {
    const { name, timeoutMs } = this.asked
    this.settle(refuse(bodyCode.timeout, `no answer to ${name} within ${timeoutMs} ms`))
  }
}

/**
 * The bus between the nodes of a cluster, over NATS servers. Nothing is kept: events that are published without a
 * connection are dropped and counted, requests are refused, and what waits for an answer when the connection is lost
 * is told so at once. One connection carries everything, so that whatever a node sends is heard in its order.
 */
export const natsBus = async (options: NatsBusOptions): Promise<Bus> => {
  const { log, clock = systemClock, newRequestId = randomUUID } = options
  const nats = await natsConnection(options)
  const inbox = createInbox(options.user && inboxPrefix(options.user))
  const deadlines = new Deadlines(clock)
  /** What waits for an answer, by the last part of the subject it comes to. */
  const waiting = new Map<string, Question<BusRequestName>>()
  const responders = new Set<Listening>()
  /** Answers that are being made, and what waits until there are none. */
  let answering = 0
  let whenAnswered = () => {}
  const subscriptions = busSubscriptions()
  /** What is heard, by its subject: once for all who listen to it in this process. */
  const heard = new Map<string, Listening>()
  let asked = 0
  let dropped = 0
  let closing: Promise<void> | null = null

  nats.listen(`${inbox}.*`, (message) => {
    const question = waiting.get(message.subject.slice(inbox.length + 1))
    if (question) question.settle(answerIn(question.asked.name, message))
  })
  const abandonAll = () => {
    for (const question of [...waiting.values()])
      question.settle(
        refuseUnanswered(
          closing
            ? 'the bus is closed'
            : `the connection was lost while ${question.asked.name} was under way`,
        ),
      )
  }
  nats.onConnection((connected) => {
    if (!connected) return abandonAll()
    if (dropped > 0) log.warn({ dropped }, 'events were dropped while there was no connection')
    dropped = 0
  })

  const tooLarge = (name: string, data: Buffer): string | null =>
    data.length > nats.maxPayload()
      ? `${name}: ${data.length} bytes are more than the bus carries (${nats.maxPayload()})`
      : null

  const sendAnswer = (name: BusRequestName, to: string, envelope: Envelope<unknown>) => {
    const data = encode(envelope)
    const problem = tooLarge(`the answer to ${name}`, data)
    if (problem !== null) log.error({ request: name }, problem)
    nats.send(to, problem === null ? data : encode(refuse(bodyCode.ourFault, problem)))
  }

  const answerIn = <N extends BusRequestName>(name: N, message: Msg): Envelope<BusAnswer<N>> => {
    if (isNobody(message)) return refuseUnanswered(`nobody answers ${name}`)
    const parsed = parseAnswer(name, decode(message))
    if (parsed.ok) return parsed.value
    log.error({ request: name, problem: parsed.problem }, 'an answer can’t be read')
    return refuse(bodyCode.ourFault, `the answer to ${name} can’t be read`)
  }

  /** Hands an event to those who listen to just this: to its key, or to all keys where `listened` is null. */
  const deliver = <N extends BusEventName>(name: N, listened: string | null, message: Msg) => {
    if (closing) return
    const key = keyOfSubject(message.subject)
    const parsed = parseEvent(name, decode(message))
    if (!parsed.ok) {
      log.warn({ event: name, key, problem: parsed.problem }, 'an event can’t be read')
      return
    }
    for (const subscription of subscriptions.to(name, listened))
      if (subscriptions.to(name, listened).includes(subscription))
        handEvent(name, parsed.value, key, { handler: subscription.handler, log })
  }

  /** Answers what is under way, and sends it. */
  const drain = async () => {
    if (!nats.isConnected()) return
    for (const responder of responders) responder.finish()
    await nats.flush()
    await new Promise<void>((resolve) => {
      whenAnswered = resolve
      if (answering === 0) resolve()
    })
    await nats.flush()
  }

  return busOver({
    ask: <N extends BusRequestName>(
      name: N,
      payload: BusRequest<N>,
      reply: Reply<N>,
      { timeoutMs = requestTimeoutMs, at }: AskOptions = {},
    ) => {
      const refused = (answer: Envelope<never>) =>
        queueMicrotask(() => handAnswer(name, answer, { reply, log }))
      if (closing) return refused(refuseUnanswered('the bus is closed'))
      if (!nats.isConnected()) return refused(refuseUnanswered('the bus is not connected'))
      const data = encode(payload)
      const problem = tooLarge(name, data)
      if (problem !== null) return refused(refuse(bodyCode.badParameters, problem))
      const token = (asked++).toString(36)
      const question = new Question({ name, reply, timeoutMs }, (answer) => {
        if (!waiting.delete(token)) return
        deadlines.cancel(question)
        handAnswer(name, answer, { reply, log })
      })
      waiting.set(token, question)
      deadlines.wind(question, clock.now() + timeoutMs)
      nats.send(requestSubject(name, at), data, {
        reply: `${inbox}.${token}`,
        requestId: currentRequestId(),
      })
    },

    answer: <N extends BusRequestName>(name: N, handler: RequestHandler<N>, { at }: { at?: string } = {}) => {
      const hear = (message: Msg) => {
        const to = message.reply
        if (!to) return log.warn({ request: name }, 'a request names nobody to answer')
        let isAnswered = false
        answering += 1
        const reply: Reply<N> = (answer) => {
          if (isAnswered) return
          isAnswered = true
          answering -= 1
          sendAnswer(name, to, answer)
          if (answering === 0) whenAnswered()
        }
        withRequestId(requestIdOf(message), () =>
          handRequest(name, decode(message), { handler, reply }, { log, newRequestId }),
        )
      }
      const responder = nats.listen(requestSubject(name, at), hear, at === undefined ? { queue } : {})
      responders.add(responder)
      return () => {
        responders.delete(responder)
        responder.finish()
      }
    },

    publish: (name, key, payload) => {
      if (closing) return
      if (!nats.isConnected()) {
        dropped += 1
        return
      }
      const data = encode(payload)
      const problem = tooLarge(name, data)
      if (problem === null) nats.send(eventSubject(name, key), data)
      else log.error({ event: name, key }, problem)
    },

    subscribe: (name, key, handler) => {
      const subject = key === null ? eventSubjects(name) : eventSubject(name, key)
      const subscription = { key, handler }
      if (subscriptions.add(name, subscription))
        heard.set(
          subject,
          nats.listen(subject, (message) => deliver(name, key, message)),
        )
      return () => {
        if (!subscriptions.remove(name, subscription)) return
        heard.get(subject)?.stop()
        heard.delete(subject)
      }
    },

    isConnected: () => !closing && nats.isConnected(),
    onConnection: (listener) => nats.onConnection(listener),

    close: () => {
      closing ??= (async () => {
        let cancel = () => {}
        const late = new Promise<void>((resolve) => {
          cancel = clock.after(natsDrainMs, resolve)
        })
        await Promise.race([drain(), late])
        cancel()
        await nats.close()
      })()
      abandonAll()
      deadlines.close()
      return closing
    },
  })
}
