import { useCallback, useRef, useSyncExternalStore } from 'react'

/** Anything that has a current value and tells of new ones: each of our actors is one. */
export type Source<S> = {
  getSnapshot(): S
  /** What it was in the HTML that was built; without it, what it is now. */
  inHtml?(): S
  subscribe(listener: (snapshot: S) => void): { unsubscribe(): void }
}

/**
 * Reads one thing of a source and renders again only when that thing is another by `isEqual`: what every page begins with
 * has no room for the hook of @xstate/react, which the match screen uses.
 */
export const useSelected = <S, T>(
  source: Source<S>,
  select: (snapshot: S) => T,
  isEqual: (before: T, after: T) => boolean = Object.is,
): T => {
  const last = useRef<{ value: T } | null>(null)
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = source.subscribe(listener)
      return () => subscription.unsubscribe()
    },
    [source],
  )
  const read = () => {
    const value = select(source.getSnapshot())
    if (last.current && isEqual(last.current.value, value)) return last.current.value
    last.current = { value }
    return value
  }
  return useSyncExternalStore(subscribe, read, () => (source.inHtml ? select(source.inHtml()) : read()))
}
