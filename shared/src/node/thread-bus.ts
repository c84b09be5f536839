import type { MessagePort } from 'node:worker_threads'
import type { BusEventName, BusRequestName } from '../contracts/bus/index.ts'
import type { Bus, Unsubscribe } from './bus.ts'
import type { Exchange } from './in-process-bus.ts'
import { readOwn } from './parse-message.ts'
import { type From, type IncomingRequest, noOne, type OnEvent, type OnRequest } from './wire.ts'
import { type BusOptions, wireBus } from './wire-bus.ts'

/** Identifies a request or subscription of one end. */
type Id = number
/** Left out where it is nothing, so that what is of no trace is no longer for it. */
type Traceparent = string
/** Without a value where no one answers. */
type Answer = ['answer', Id, unknown?]
type Up =
  | Answer
  | ['ask', Id, BusRequestName, string | null, unknown, From?]
  | ['publish', BusEventName, string | null, unknown, Traceparent?]
  | ['hear requests', Id, BusRequestName, string | null]
  | ['hear events', Id, BusEventName, string | null]
  | ['leave', Id]
type Down = Answer | ['asked', Id, Id, unknown, From?] | ['told', Id, string | null, unknown, Traceparent?]

const answerTo = (id: Id, value: unknown): Answer =>
  value === noOne ? ['answer', id] : ['answer', id, value]
const also = <T>(last: T | undefined): [T?] => (last === undefined ? [] : [last])
const valueIn = (answer: Answer) => (answer.length === 2 ? noOne : answer[2])

/**
 * What one end sends in a turn of the event loop goes as one message, since each costs some 20 µs. It is text:
 * writing and parsing JSON costs less than the port's structured clone.
 */
const batches = <T>(port: MessagePort) => {
  let batch: string[] = []
  const flush = () => {
    if (batch.length > 0) port.postMessage(`[${batch.join()}]`)
    batch = []
  }
  return {
    put: (item: T): null => {
      if (batch.push(JSON.stringify(item)) === 1) setImmediate(flush)
      return null
    },
    flush,
  }
}

const onEach = <T>(port: MessagePort, take: (item: T) => void) =>
  port.on('message', (text: string) => {
    for (const item of JSON.parse(text) as T[]) take(item)
  })

/** The bus of a thread, over a port whose other end has joined the exchange. */
export const threadBus = (port: MessagePort, options: BusOptions): Bus => {
  const { put, flush } = batches<Up>(port)
  const requests = new Map<Id, OnRequest>()
  const events = new Map<Id, OnEvent>()
  let heard = 0
  let isOpen = true
  const leaving = (own: Map<Id, unknown>, id: Id): Unsubscribe => {
    return () => {
      if (own.delete(id)) put(['leave', id])
    }
  }
  return wireBus((take) => {
    onEach<Down>(port, (item) => {
      if (item[0] === 'told') {
        const [, id, key, value, traceparent] = item
        events.get(id)?.(value, key, traceparent)
      } else if (item[0] === 'asked') {
        const [, id, question, value, from] = item
        const answer = (given: unknown) => put(answerTo(question, given))
        const hear = requests.get(id)
        if (hear) hear({ value, from, answer })
        else answer(noOne)
      } else take(item[1], valueIn(item))
    })
    return {
      reads: readOwn,
      isConnected: () => isOpen,
      // The other end is there as long as the process is.
      onConnection: () => () => {},
      ask: (name, at, { value, token, from }) => put(['ask', token, name, at, value, ...also(from)]),
      answer: (name, at, hear) => {
        const id = heard++
        requests.set(id, hear)
        put(['hear requests', id, name, at])
        return leaving(requests, id)
      },
      publish: (name, key, value, traceparent) => put(['publish', name, key, value, ...also(traceparent)]),
      subscribe: (name, key, hear) => {
        const id = heard++
        events.set(id, hear)
        put(['hear events', id, name, key])
        return leaving(events, id)
      },
      close: async () => {
        isOpen = false
        flush()
        port.close()
      },
    }
  }, options)
}

/** Connects a thread's bus, at the other end of the port, to an exchange until that end is closed or its thread has ended. */
export const joinExchange = (exchange: Exchange, port: MessagePort): void => {
  const { put } = batches<Down>(port)
  const questions = new Map<Id, IncomingRequest>()
  const heard = new Map<Id, Unsubscribe>()
  let asked = 0
  const wire = exchange.connect((token, value) => put(answerTo(token, value)))
  onEach<Up>(port, (item) => {
    switch (item[0]) {
      case 'ask': {
        const [, token, name, at, value, from] = item
        wire.ask(name, at, { value, token, from })
        break
      }
      case 'answer':
        questions.get(item[1])?.answer(valueIn(item))
        questions.delete(item[1])
        break
      case 'publish':
        wire.publish(item[1], item[2], item[3], item[4])
        break
      case 'hear requests': {
        const [, id, name, at] = item
        const hear: OnRequest = (question) => {
          questions.set(asked, question)
          put(['asked', id, asked++, question.value, ...also(question.from)])
        }
        heard.set(id, wire.answer(name, at, hear))
        break
      }
      case 'hear events': {
        const [, id, name, key] = item
        heard.set(
          id,
          wire.subscribe(name, key, (value, told, traceparent) =>
            put(['told', id, told, value, ...also(traceparent)]),
          ),
        )
        break
      }
      case 'leave':
        heard.get(item[1])?.()
        heard.delete(item[1])
    }
  })
  port.on('close', wire.close)
}
