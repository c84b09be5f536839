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
 * Tells of a module whether it comes with these: they import it at once, and none of `before`, which is there already,
 * does. Of all modules, or `among` some.
 */
export const partOf = (wanted: readonly string[], before: readonly string[], among = /./) => {
  let parts: Set<string> | null = null
  return (module: string, context: Rolldown.ChunkingContext): boolean => {
    if (!parts) {
      const begun = withImports(before, context)
      parts = new Set(
        [...withImports(wanted, context)].filter((part) => among.test(part) && !begun.has(part)),
      )
    }
    return parts.has(module)
  }
}
