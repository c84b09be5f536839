/** The files of one build, as the build lists them. All addresses are paths on our own origin. */
export type Release = {
  /** The script that its page begins with, whose hash changes with every other file: it tells releases apart. */
  entry: string
  /** What a page needs to begin, and the offline page with all its files. */
  shell: readonly string[]
  /** What else its pages may ask for, but for texts. */
  rest: readonly string[]
  /** The texts of each language. */
  texts: Readonly<Record<string, readonly string[]>>
}

/** The page that is shown in place of any other without a network. */
export const offlinePage = '/offline.html'

const prefix = 'release '

/** The cache of a release, and the lock that each of its pages holds for as long as it lives. */
export const releaseName = (entry: string): string => `${prefix}${entry}`

export const isReleaseName = (name: string): boolean => name.startsWith(prefix)

/** What a page asks of the worker once it has nothing better to do: to keep all that it may need later. */
export type KeepRest = { type: 'release.keep'; language: string }

/** What a worker tells all pages when it takes over. */
export type Announced = { type: 'release.announced'; entry: string }

const hasType = (data: unknown): data is { type: unknown } =>
  typeof data === 'object' && data !== null && 'type' in data

export const isKeepRest = (data: unknown): data is KeepRest =>
  hasType(data) && data.type === 'release.keep' && 'language' in data && typeof data.language === 'string'

export const isAnnounced = (data: unknown): data is Announced =>
  hasType(data) && data.type === 'release.announced' && 'entry' in data && typeof data.entry === 'string'
