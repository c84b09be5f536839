import { useEffect } from 'react'

/** How many parts mark the page with each class. */
const marked = new Map<string, number>()

const count = (name: string, by: 1 | -1) => {
  const parts = (marked.get(name) ?? 0) + by
  marked.set(name, parts)
  document.documentElement.classList.toggle(name, parts > 0)
}

/**
 * Puts a class on the whole page while a part is there that the rest makes room for, wherever it is in the document. A
 * selector like `:root:has(.part)` would be asked again for each element that comes or goes.
 */
export const useMarkedPage = (name: string | undefined): void =>
  useEffect(() => {
    if (name === undefined) return
    count(name, 1)
    return () => count(name, -1)
  }, [name])
