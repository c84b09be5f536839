import type { Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** A file of the build, as its pages ask for it. */
export const addressOf = (fileName: string): string => `/${fileName}`

export const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

/** The chunk that has this module of ours, or begins with it. */
export const chunkOf = (bundle: Bundle, module: string): Chunk => {
  const chunk = chunksOf(bundle).find(({ facadeModuleId, moduleIds }) =>
    [facadeModuleId ?? '', ...moduleIds].some((id) => id.endsWith(`/client/${module}`)),
  )
  if (!chunk) throw new Error(`the build has no chunk with ${module}`)
  return chunk
}

/** What a chunk brings along: the chunks it imports at once, styles, and what those name. */
export const filesWith = (bundle: Bundle, fileName: string, seen = new Set<string>()): Set<string> => {
  const file = bundle[fileName]
  if (!file || seen.has(fileName)) return seen
  seen.add(fileName)
  if (file.type !== 'chunk') return seen
  for (const css of file.viteMetadata?.importedCss ?? []) seen.add(css)
  for (const asset of file.viteMetadata?.importedAssets ?? []) seen.add(asset)
  for (const imported of file.imports) filesWith(bundle, imported, seen)
  return seen
}

/** The language whose texts a chunk has, or whose list of them; undefined for any other. */
export const languageOf = (facadeModuleId: string | null | undefined): string | undefined =>
  /\/locales\/([^/]+)\/[^/]+\.(?:json|ts)$/.exec(facadeModuleId ?? '')?.[1]
