/** What routes ask before they let somebody in. */
export type Gate = {
  isSignedIn(): boolean
  /** Remembers where somebody who is not signed in wanted to go. */
  remember(path: string): void
  /** The remembered path, once. */
  take(): string | null
}

/** A gate that asks `isSignedIn` and keeps one path in memory. */
export const createGate = (isSignedIn: () => boolean): Gate => {
  let pending: string | null = null
  return {
    isSignedIn,
    remember: (path) => {
      pending = path
    },
    take: () => {
      const path = pending
      pending = null
      return path
    },
  }
}
