import type { BusRequestName } from '@minefall/shared/contracts/bus'
import { type Bus, busOver, refuseUnanswered } from '@minefall/shared/node'

/** A node's own line to a bus that others share, which a test cuts and mends. */
export type BusLine = {
  bus: Bus
  cut(): void
  mend(): void
  /** No one on the bus answers this from now on. */
  leaveUnanswered(name: BusRequestName): void
}

/** Cut, it does as a bus that has lost its servers: nothing is heard, nothing gets through, requests are refused. */
export const busLine = (shared: Bus): BusLine => {
  let isUp = true
  const unanswered = new Set<BusRequestName>()
  const listeners = new Set<(connected: boolean) => void>()
  const turn = (to: boolean) => {
    isUp = to
    for (const listener of listeners) queueMicrotask(() => listener(to))
  }
  return {
    bus: busOver({
      ...shared,
      ask: (name, payload, reply, options) => {
        const refuse = (why: string) => queueMicrotask(() => reply(refuseUnanswered(why)))
        if (!isUp) return refuse('the bus is not connected')
        if (unanswered.has(name)) return refuse(`no one answers ${name}`)
        shared.ask(
          name,
          payload,
          (answer) => reply(isUp ? answer : refuseUnanswered('the connection was lost')),
          options,
        )
      },
      publish: (name, key, payload) => {
        if (isUp) shared.publish(name, key, payload)
      },
      subscribe: (name, key, handler) =>
        shared.subscribe(name, key, (payload, its) => {
          if (isUp) handler(payload, its)
        }),
      isConnected: () => isUp && shared.isConnected(),
      onConnection: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }),
    cut: () => turn(false),
    mend: () => turn(true),
    leaveUnanswered: (name) => void unanswered.add(name),
  }
}
