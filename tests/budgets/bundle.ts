import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../load/repository.ts'

const web = join(root, 'client/dist/web')

/** A built file that a page loaded: its size in bytes, packed as gzip does by default, and the sources in it. */
export type Loaded = { path: string; gzip: number; sources: readonly string[] }

/** By its map; the small file that dresses the page before its first paint has none. */
const sourcesOf = (file: string): readonly string[] => {
  if (!existsSync(`${file}.map`)) return []
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as { sources: string[] }
  return sources
}

/** What is known of built files, by their paths, the largest first. */
export const read = (paths: readonly string[]): Loaded[] =>
  paths
    .map((path) => {
      const file = join(web, path)
      return { path, gzip: gzipSync(readFileSync(file)).length, sources: sourcesOf(file) }
    })
    .sort((one, other) => other.gzip - one.gzip)

/** Our own support widget, as its page asks for it. */
export const widgetPath = '/support/widget.js'

/** Bytes of all of them. */
export const sizeOf = (scripts: readonly Loaded[]): number => scripts.reduce((sum, { gzip }) => sum + gzip, 0)

/** What Home has no use for: it loads when it is used. */
const late: Readonly<Record<string, RegExp>> = {
  Pixi: /node_modules\/(pixi\.js|@pixi)\//,
  'the match screen': /\/src\/(board|features\/(match|replay))\/.+\.tsx$/,
  'the QR code': /node_modules\/uqr\//,
  'cropping of pictures': /node_modules\/react-easy-crop\//,
  'charts of the history': /\/src\/features\/history\/chart\//,
  'the schemas of forms': /node_modules\/zod\/v4\/classic\//,
  'another language': /i18n\/locales\/(?!en-US\/)/,
}

/** What of that has been loaded all the same, and in which file. */
export const loadedEarly = (scripts: readonly Loaded[]): string[] =>
  Object.entries(late).flatMap(([what, source]) =>
    scripts
      .filter(({ sources }) => sources.some((one) => source.test(one)))
      .map(({ path }) => `${what} in ${path}`),
  )
