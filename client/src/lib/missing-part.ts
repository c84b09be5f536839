import { useEffect } from 'react'
import { onceServerAnswers } from './server-back.ts'

/** A part of the page that could not be fetched. Its name keeps the router from reloading the page on its own, network or not. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('a part of the page is missing', { cause })
  }
}

/** What browsers and the build's own loader say of one. */
const messages = /dynamically imported module|importing a module script|preload CSS|module script failed/i

export const isMissingPart = (error: unknown): boolean =>
  error instanceof MissingPart || (error instanceof Error && messages.test(error.message))

/** Loads a part that the router shows. */
export const loadPart =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw new MissingPart(error)
    })

/**
 * Whether the page may reload on its own: one that was reloaded already and still misses a part would do so forever.
 * `how` is how the browser came to this page.
 */
export const mayReload = (how: string | undefined): boolean => how !== 'reload'

/** How the browser came to this page: `navigate`, `reload`, …; undefined where it does not tell. */
export const navigationType = (): string | undefined => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry && 'type' in entry && typeof entry.type === 'string' ? entry.type : undefined
}

/** Reloads the page as soon as the server answers, while `wanted`; answers whether it will. */
export const useReloadWhenBack = (wanted: boolean): boolean => {
  const reloads = wanted && mayReload(navigationType())
  useEffect(() => {
    if (!reloads) return
    const ended = new AbortController()
    onceServerAnswers(() => window.location.reload(), ended.signal)
    return () => ended.abort()
  }, [reloads])
  return reloads
}
