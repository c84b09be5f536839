import { bodyCode, type Envelope, refuse } from '@minefall/shared/contracts'
import type { BusAnswer, BusEvent, BusRequest, BusRequestName } from '@minefall/shared/contracts/bus'
import { type Bus, requestTimeoutMs } from '@minefall/shared/node'
import type { Chances } from './chances.ts'
import type { Timeline } from './timeline.ts'
import type { Weather } from './weather.ts'

/** What is published, as it arrives at a BFF. */
export type Broadcast =
  | { name: 'match.events'; key: string | null; payload: BusEvent<'match.events'> }
  | { name: 'match.beat'; key: string | null; payload: BusEvent<'match.beat'> }
  | { name: 'match.rematch'; key: string | null; payload: BusEvent<'match.rematch'> }

/** The bus between the BFFs and whichever life of the program answers now. For tests alone. */
export type Network = {
  /** Asks; the request or its answer may get lost (then it is late), and a request may arrive twice. */
  request<N extends BusRequestName>(
    edge: string,
    name: N,
    payload: BusRequest<N>,
  ): Promise<Envelope<BusAnswer<N>>>
  /** Carries what a life publishes to every BFF, each of which may miss it, hear it twice or late. */
  carry(told: Broadcast): void
  listen(edge: string, hear: (told: Broadcast) => void): void
  /** Whether a BFF is cut off from everything. */
  cut: Set<string>
  /** The bus that answers; null while the program is down. */
  bus: Bus | null
}

export const newNetwork = (options: {
  timeline: Timeline
  chances: Chances
  weather: Weather
  /** Sees every answer as it leaves the platform. */
  inspect: (answer: Envelope<unknown>) => void
}): Network => {
  const { timeline, chances, weather, inspect } = options
  const listeners = new Map<string, ((told: Broadcast) => void)[]>()
  const late = <T>() => refuse<T>(bodyCode.timeout, 'simulated: no answer in time')
  const isDoubled = () => !weather.calm && chances.happens(weather.climate.message.doubled)

  const network: Network = {
    cut: new Set(),
    bus: null,
    async request(edge, name, payload) {
      const asked = timeline.now()
      const timeOut = async () => {
        await timeline.pause(asked + requestTimeoutMs - timeline.now())
        return late<BusAnswer<typeof name>>()
      }
      const there = weather.messageMs(chances)
      if (there === null || network.cut.has(edge)) return timeOut()
      await timeline.pause(there)
      const { bus } = network
      if (!bus) return refuse(bodyCode.unavailable, 'simulated: no one answers')
      if (isDoubled()) timeline.after(chances.between(0, 300), () => void network.bus?.request(name, payload))
      const answer = await bus.request(name, payload)
      inspect(answer)
      const back = weather.messageMs(chances)
      if (back === null || network.cut.has(edge)) return timeOut()
      await timeline.pause(back)
      return answer
    },
    carry(told) {
      for (const [edge, hearing] of listeners) {
        if (network.cut.has(edge)) continue
        for (let copies = isDoubled() ? 2 : 1; copies > 0; copies -= 1) {
          const ms = weather.messageMs(chances)
          if (ms === null) continue
          timeline.after(ms, () => {
            for (const hear of hearing) hear(told)
          })
        }
      }
    },
    listen(edge, hear) {
      const hearing = listeners.get(edge) ?? []
      hearing.push(hear)
      listeners.set(edge, hearing)
    },
  }
  return network
}
