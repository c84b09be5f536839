import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const idOf = (module: string) => fileURLToPath(new URL(module, import.meta.url))

/** These modules, and all that they import at once. */
const withImports = (modules: readonly string[], context: Rolldown.ChunkingContext): Set<string> => {
  const seen = new Set(modules.map(idOf))
  for (const module of seen)
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) seen.add(imported)
  return seen
}

/**
 * Tells of a module whether it comes with these screens: they import it at once, and `start`, with which every page
 * begins, does not.
 */
export const partOf = (screens: readonly string[], start: string) => {
  let parts: Set<string> | null = null
  return (module: string, context: Rolldown.ChunkingContext): boolean => {
    if (!parts) {
      const begun = withImports([start], context)
      parts = new Set([...withImports(screens, context)].filter((part) => !begun.has(part)))
    }
    return parts.has(module)
  }
}
