import {
  type BusEvent,
  type BusEventName,
  type BusRequestName,
  busEvents,
} from '@minefall/shared/contracts/bus'
import {
  noOne,
  type OnEvent,
  type OnRequest,
  readOwn,
  type TakeAnswer,
  type Wire,
} from '@minefall/shared/node'
import type { Chances } from './chances.ts'
import { inLife, type Life } from './life.ts'
import type { Timeline } from './timeline.ts'
import type { Weather } from './weather.ts'

/** An event as it leaves a program, and as it is read where it arrives. */
type News = {
  [N in BusEventName]: {
    kind: 'news'
    life: Life
    name: N
    key: string | null
    payload: unknown
    read: BusEvent<N>
  }
}[BusEventName]

/** What a program sends, as it leaves it. */
export type Sent =
  | News
  | { kind: 'answer'; life: Life; name: BusRequestName; asked: unknown; answer: unknown }

/**
 * The bus server and the network between programs, as the wire of the real bus. What is sent arrives late, twice or not at
 * all, as the weather has it; in the order of sending between two programs, unless the weather disorders it. For tests alone.
 */
export type Network = {
  /** A program's way to the bus, until its life ends. */
  join(life: Life): (take: TakeAnswer) => Wire
  /** Takes a killed program off the bus: the system has closed its connection. */
  leave(life: Life): void
  /** Cuts a machine off from the bus, which both notice some time later; the answer mends it. */
  cut(place: string): () => void
  /** Loses everything from one machine to another, which no one notices; the answer mends it. */
  split(from: string, to: string): () => void
}

/** A program on the bus. */
type End = {
  life: Life
  take: TakeAnswer
  requests: Map<string, OnRequest[]>
  events: Map<string, Set<OnEvent>>
  connection: Set<(connected: boolean) => void>
  /** When the last message to each other program arrives. */
  last: WeakMap<End, number>
}

type Place = { cuts: number; noticed: boolean }

/** A value as it arrives, carried as JSON; what can't be carried throws. A frozen list is its own copy. */
const carried = (value: unknown): unknown => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) return Object.isFrozen(value) ? value : value.map(carried)
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    throw new Error(`simulated: no message can carry ${String(value)}`)
  const copy: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(value)) if (each !== undefined) copy[name] = carried(each)
  return copy
}

const lineOf = (name: string, key: string | null) => `${name}/${key ?? ''}`

export const newNetwork = (options: {
  timeline: Timeline
  chances: Chances
  weather: Weather
  /** Sees everything as it leaves a program. */
  inspect: (sent: Sent) => void
}): Network => {
  const { timeline, chances, weather, inspect } = options
  const ends = new Set<End>()
  const places = new Map<string, Place>()
  const splits = new Map<string, number>()

  const placeOf = (name: string): Place => {
    const place = places.get(name) ?? { cuts: 0, noticed: false }
    places.set(name, place)
    return place
  }
  const isConnected = ({ life }: End) => life.alive && !placeOf(life.place).noticed
  const isCut = (place: string) => placeOf(place).cuts > 0
  const reaches = (from: string, to: string) => !isCut(from) && !isCut(to) && !splits.get(`${from}>${to}`)

  const carry = (from: End, to: End, deliver: () => void): void => {
    const isDoubled = !weather.calm && chances.happens(weather.climate.message.doubled)
    for (let copies = isDoubled ? 2 : 1; copies > 0; copies -= 1) {
      const ms = weather.messageMs(chances)
      const [sender, receiver] = [from.life.place, to.life.place]
      if (ms === null || !reaches(sender, receiver)) continue
      const now = timeline.now()
      const at = weather.climate.message.ordered ? Math.max(now + ms, from.last.get(to) ?? 0) : now + ms
      from.last.set(to, at)
      timeline.after(at - now, () =>
        reaches(sender, receiver) ? inLife(timeline, to.life, deliver) : undefined,
      )
    }
  }

  /** As the server has it: one that can't be reached answers until the server has noticed. */
  const responder = (line: string): { end: End; hear: OnRequest } | null => {
    const able = [...ends].flatMap((end) => {
      const hear = isConnected(end) && end.requests.get(line)?.[0]
      return hear ? [{ end, hear }] : []
    })
    return able[Math.floor(chances.between(0, able.length))] ?? null
  }

  const notice = (place: string, noticed: boolean): void => {
    placeOf(place).noticed = noticed
    for (const end of [...ends])
      if (end.life.place === place)
        void inLife(timeline, end.life, () => {
          for (const listener of [...end.connection]) listener(!noticed)
        })
  }

  const wireOf = (end: End): Wire => ({
    reads: readOwn,
    isConnected: () => isConnected(end),
    onConnection(listener) {
      end.connection.add(listener)
      return () => end.connection.delete(listener)
    },
    ask(name, at, { value, token, from }) {
      const there = carried(value)
      const found = responder(lineOf(name, at))
      if (!found) {
        timeline.after(0.2, () => inLife(timeline, end.life, () => end.take(token, noOne)))
        return null
      }
      const answer = (given: unknown) => {
        inspect({ kind: 'answer', life: found.end.life, name, asked: value, answer: given })
        const back = carried(given)
        carry(found.end, end, () => end.take(token, back))
        return null
      }
      carry(end, found.end, () => found.hear({ value: there, from, answer }))
      return null
    },
    answer(name, at, hear) {
      const line = lineOf(name, at)
      end.requests.set(line, [...(end.requests.get(line) ?? []), hear])
      return () => end.requests.set(line, end.requests.get(line)?.filter((each) => each !== hear) ?? [])
    },
    publish(name, key, value) {
      // Read once for all who hear it, as it would arrive; of beats there are too many.
      const copy = carried(value)
      const read = name.endsWith('.beat') ? copy : busEvents[name].news.parse(copy)
      inspect({ kind: 'news', life: end.life, name, key, payload: value, read } as News)
      const all = lineOf(name, null)
      const one = key === null ? null : lineOf(name, key)
      const hearing = ({ events }: End): OnEvent[] => [
        ...(events.get(all) ?? []),
        ...((one !== null && events.get(one)) || []),
      ]
      for (const other of ends) {
        if (!isConnected(other) || hearing(other).length === 0) continue
        carry(end, other, () => {
          for (const hear of hearing(other)) hear(read, key)
        })
      }
      return null
    },
    subscribe(name, key, hear) {
      const line = lineOf(name, key)
      const hearing = end.events.get(line) ?? new Set()
      end.events.set(line, hearing.add(hear))
      return () => {
        hearing.delete(hear)
        if (hearing.size === 0 && end.events.get(line) === hearing) end.events.delete(line)
      }
    },
    async close() {
      ends.delete(end)
    },
  })

  return {
    join: (life) => (take) => {
      const end: End = {
        ...{ life, take },
        requests: new Map(),
        events: new Map(),
        connection: new Set(),
        last: new WeakMap(),
      }
      ends.add(end)
      return wireOf(end)
    },
    leave(life) {
      for (const end of ends) if (end.life === life) ends.delete(end)
    },
    cut(name) {
      const place = placeOf(name)
      place.cuts += 1
      timeline.after(chances.between(0, 1_500), () => {
        if (place.cuts > 0 && !place.noticed) notice(name, true)
      })
      return () => {
        place.cuts -= 1
        timeline.after(chances.between(0, 500), () => {
          if (place.cuts === 0 && place.noticed) notice(name, false)
        })
      }
    },
    split(from, to) {
      const way = `${from}>${to}`
      splits.set(way, (splits.get(way) ?? 0) + 1)
      return () => splits.set(way, (splits.get(way) ?? 0) - 1)
    },
  }
}
