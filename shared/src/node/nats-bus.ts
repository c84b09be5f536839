import { createInbox, type Msg } from '@nats-io/transport-node'
import type { BusEventName, BusRequestName, BusUser } from '../contracts/bus/index.ts'
import type { Bus } from './bus.ts'
import { fromOf, type Listening, type NatsOptions, natsConnection } from './nats-connection.ts'
import { eventSubject, eventSubjects, inboxPrefix, keyOfSubject, requestSubject } from './nats-permissions.ts'
import { readForeign } from './parse-message.ts'
import { type Line, Lines, noOne, type OnEvent, type OnRequest } from './wire.ts'
import { type BusOptions, wireBus } from './wire-bus.ts'

export type NatsBusOptions = NatsOptions &
  BusOptions & {
    /** The NATS user of this process, one per kind of program. */
    user?: BusUser | undefined
  }

/** Responders of one name share its requests: each reaches one of them. Under a node's name there is only one. */
const queue = 'mf'

const decode = (message: Msg): unknown => {
  // The server's answer where no one listens.
  if (message.data.length === 0 && message.headers?.code === 503) return noOne
  try {
    return message.json()
  } catch {
    return undefined
  }
}

/**
 * The bus between the nodes of a cluster, over NATS. One connection carries everything, so that what a node sends
 * arrives in order.
 */
export const natsBus = async (options: NatsBusOptions): Promise<Bus> => {
  const nats = await natsConnection(options)
  const inbox = createInbox(options.user && inboxPrefix(options.user))
  const heard = new Map<object, Listening>()

  const send = (subject: string, value: unknown, more?: Parameters<typeof nats.send>[2]): string | null => {
    const data = Buffer.from(JSON.stringify(value))
    if (data.length > nats.maxPayload())
      return `${data.length} bytes are more than the bus carries (${nats.maxPayload()})`
    nats.send(subject, data, more)
    return null
  }

  const listenRequests = (line: Line<BusRequestName, OnRequest>) => {
    const hear = (message: Msg) => {
      const { reply } = message
      if (reply)
        line.next()?.({
          value: decode(message),
          from: fromOf(message),
          answer: (value) => send(reply, value),
        })
      else options.log.warn({ request: line.name }, 'a request names no one to answer')
    }
    const subject = requestSubject(line.name, line.key)
    heard.set(line, nats.listen(subject, hear, line.key === null ? { queue } : {}))
  }
  const listenEvents = (line: Line<BusEventName, OnEvent>) => {
    const hear = (message: Msg) => {
      const [value, key] = [decode(message), keyOfSubject(message.subject)]
      const traceparent = fromOf(message)?.traceparent
      line.toAll((hears) => hears(value, key, traceparent))
    }
    const subject = line.key === null ? eventSubjects(line.name) : eventSubject(line.name, line.key)
    heard.set(line, nats.listen(subject, hear))
  }
  const leave = (line: object, how: keyof Listening) => {
    heard.get(line)?.[how]()
    heard.delete(line)
  }
  const requests = new Lines<BusRequestName, OnRequest>(listenRequests, (line) => leave(line, 'finish'))
  const events = new Lines<BusEventName, OnEvent>(listenEvents, (line) => leave(line, 'stop'))

  return wireBus((take) => {
    const tokenOf = ({ subject }: Msg) => Number(subject.slice(inbox.length + 1))
    nats.listen(`${inbox}.*`, (message) => take(tokenOf(message), decode(message)))
    return {
      reads: readForeign,
      isConnected: nats.isConnected,
      onConnection: nats.onConnection,
      ask: (name, at, { value, token, from }) =>
        send(requestSubject(name, at), value, { reply: `${inbox}.${token}`, from }),
      answer: (name, at, hear) => requests.hear(name, at, hear),
      publish: (name, key, value, traceparent) =>
        send(eventSubject(name, key), value, traceparent === undefined ? {} : { from: { traceparent } }),
      subscribe: (name, key, hear) => events.hear(name, key, hear),
      finish: async (answered) => {
        for (const line of requests.all()) leave(line, 'finish')
        await nats.flush()
        await answered()
        await nats.flush()
      },
      close: nats.close,
    }
  }, options)
}
