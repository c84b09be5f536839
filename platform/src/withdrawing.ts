import type { Bus, Unsubscribe } from '@minefall/shared/node'

/**
 * A bus on which this node can stop answering what is asked of any node, all at once, while it still answers what is
 * asked of it by name. `withdraw` does so; nothing that is being answered is cut off.
 */
export const withdrawing = (bus: Bus): { bus: Bus; withdraw: () => void } => {
  const answers = new Set<Unsubscribe>()
  return {
    bus: {
      ...bus,
      respond(name, handler, options) {
        const stop = bus.respond(name, handler, options)
        if (options?.at !== undefined) return stop
        answers.add(stop)
        return () => {
          answers.delete(stop)
          stop()
        }
      },
    },
    withdraw() {
      for (const stop of answers) stop()
      answers.clear()
    },
  }
}
