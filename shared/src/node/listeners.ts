import type { Unsubscribe } from './bus.ts'

/** Those who want to hear of something. */
export type Listeners<T> = {
  /** Calls back for each news until undone. */
  add(listener: (news: T) => void): Unsubscribe
  tell(news: T): void
}

/** No listeners yet. Those added or undone during a `tell` don't hear its news. */
export const listeners = <T = void>(): Listeners<T> => {
  const all = new Set<(news: T) => void>()
  return {
    add(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell(news) {
      for (const listener of [...all]) if (all.has(listener)) listener(news)
    },
  }
}
