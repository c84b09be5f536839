import { isReleaseName, offlinePage, type Release, releaseName } from './release.ts'

/** What the keeper needs of a worker. */
export type Surroundings = {
  caches: Pick<CacheStorage, 'open' | 'match' | 'keys' | 'delete'>
  fetch(address: string): Promise<Response>
  /** The names of the locks that pages hold; null where that can't be known. */
  heldLocks(): Promise<ReadonlySet<string> | null>
}

/** A header may differ for the same file, which is the same file all the same. */
const sameFile = { ignoreVary: true }

/** Keeps the files of a release, and those of older ones for as long as one of their pages lives. */
export const createKeeper = (release: Release, { caches, fetch, heldLocks }: Surroundings) => {
  const own = releaseName(release.entry)

  /** A file that an older release has too is the same one: only the offline page has no hash in its name. */
  const bring = async (cache: Cache, address: string) => {
    const kept = address === offlinePage ? undefined : await caches.match(address, sameFile)
    const response = kept ?? (await fetch(address))
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}`)
    await cache.put(address, response)
  }

  return {
    /** Keeps what a page needs to begin, as a whole or not at all. */
    async install() {
      const cache = await caches.open(own)
      await Promise.all(release.shell.map((address) => bring(cache, address)))
    },
    /**
     * Keeps the rest one by one, with the texts of `language` and of the language everything falls back to. What can't be
     * had now is left for the next time.
     */
    async keepRest(language: string) {
      const cache = await caches.open(own)
      const texts = [...new Set(['en-US', language])].flatMap((id) => release.texts[id] ?? [])
      for (const address of [...release.rest, ...texts]) {
        if (await cache.match(address, sameFile)) continue
        try {
          await bring(cache, address)
        } catch {
          return
        }
      }
    },
    /** Drops the files of releases that no page is of any more. */
    async tidy() {
      const held = await heldLocks()
      if (held === null) return
      for (const name of await caches.keys())
        if (isReleaseName(name) && name !== own && !held.has(name)) await caches.delete(name)
    },
    /** The file at an address, of whatever release; a cache that can't be read has none. */
    find: (request: Request) => caches.match(request, sameFile).catch(() => undefined),
    offlinePage: async () => (await caches.open(own)).match(offlinePage),
  }
}
