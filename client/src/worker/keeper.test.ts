import { expect, test } from 'vitest'
import { createKeeper, type Surroundings } from './keeper.ts'
import { offlinePage, type Release, releaseName } from './release.ts'

const origin = 'https://play.example'

/** The parts of the browser's caches that the keeper uses, by path. */
const memoryCaches = () => {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (asked: RequestInfo | URL) =>
    new URL(asked instanceof Request ? asked.url : asked, origin).pathname
  const cacheOf = (files: Map<string, Response>): Cache => ({
    match: async (asked) => files.get(pathOf(asked))?.clone(),
    put: async (asked, response) => void files.set(pathOf(asked), response.clone()),
    add: async () => undefined,
    addAll: async () => undefined,
    delete: async () => false,
    keys: async () => [],
    matchAll: async () => [],
  })
  const open = (name: string) => {
    const files = all.get(name) ?? new Map<string, Response>()
    all.set(name, files)
    return cacheOf(files)
  }
  const caches: Surroundings['caches'] = {
    open: async (name) => open(name),
    match: async (asked) => {
      for (const files of all.values()) {
        const found = files.get(pathOf(asked))
        if (found) return found.clone()
      }
      return undefined
    },
    keys: async () => [...all.keys()],
    delete: async (name) => all.delete(name),
  }
  return {
    caches,
    filesOf: (entry: string) => [...(all.get(releaseName(entry))?.keys() ?? [])],
    names: () => [...all.keys()],
  }
}

const release = (entry: string, more: Partial<Release> = {}): Release => ({
  entry,
  shell: [offlinePage, entry, '/assets/react-1.js'],
  rest: ['/assets/Home-1.js', '/assets/stage-1.js'],
  texts: {
    'en-US': ['/assets/home.en-US-1.js'],
    'ja-JP': ['/assets/home.ja-JP-1.js'],
    'ko-KR': ['/assets/home.ko-KR-1.js'],
  },
  ...more,
})

const surrounded = () => {
  const memory = memoryCaches()
  const fetched: string[] = []
  const missing = new Set<string>()
  const held = new Set<string>()
  const surroundings: Surroundings = {
    caches: memory.caches,
    fetch: async (address) => {
      fetched.push(address)
      return new Response(`${address} ${fetched.length}`, { status: missing.has(address) ? 404 : 200 })
    },
    heldLocks: async () => held,
  }
  return { ...memory, surroundings, fetched, missing, held }
}

test('keeps what a page needs to begin, then the rest with the texts of one language', async () => {
  const { surroundings, filesOf } = surrounded()
  const keeper = createKeeper(release('/assets/index-1.js'), surroundings)
  await keeper.install()
  expect(filesOf('/assets/index-1.js')).toEqual(release('/assets/index-1.js').shell)
  await keeper.keepRest('ja-JP')
  expect(filesOf('/assets/index-1.js').slice(3)).toEqual([
    '/assets/Home-1.js',
    '/assets/stage-1.js',
    '/assets/home.en-US-1.js',
    '/assets/home.ja-JP-1.js',
  ])
  expect(await (await keeper.offlinePage())?.text()).toContain(offlinePage)
})

test('takes over what an older release has, but for the page without a hash in its name', async () => {
  const { surroundings, fetched } = surrounded()
  await createKeeper(release('/assets/index-1.js'), surroundings).install()
  fetched.length = 0
  await createKeeper(release('/assets/index-2.js'), surroundings).install()
  expect(fetched).toEqual([offlinePage, '/assets/index-2.js'])
})

test('is not installed when a part of its shell is missing; a missing rest is asked for again', async () => {
  const { surroundings, missing, filesOf } = surrounded()
  const keeper = createKeeper(release('/assets/index-1.js'), surroundings)
  missing.add('/assets/react-1.js')
  await expect(keeper.install()).rejects.toThrow('404')
  missing.clear()
  await keeper.install()
  missing.add('/assets/stage-1.js')
  await keeper.keepRest('en-US')
  expect(filesOf('/assets/index-1.js')).not.toContain('/assets/stage-1.js')
  missing.clear()
  await keeper.keepRest('en-US')
  expect(filesOf('/assets/index-1.js')).toContain('/assets/stage-1.js')
})

test('an older release’s files are found for as long as one of its pages lives', async () => {
  const { surroundings, held, names } = surrounded()
  await createKeeper(release('/assets/index-1.js'), surroundings).install()
  const keeper = createKeeper(release('/assets/index-2.js'), surroundings)
  await keeper.install()
  await surroundings.caches.open('of something else')
  held.add(releaseName('/assets/index-1.js'))
  await keeper.tidy()
  expect(await keeper.find(new Request(`${origin}/assets/index-1.js`))).toBeDefined()
  held.clear()
  await keeper.tidy()
  expect(names()).toEqual([releaseName('/assets/index-2.js'), 'of something else'])
  expect(await keeper.find(new Request(`${origin}/assets/index-1.js`))).toBeUndefined()
})

test('has no file where the browser’s caches can’t be read', async () => {
  const { caches, surroundings } = surrounded()
  const match = async () => Promise.reject(new DOMException('broken', 'UnknownError'))
  const keeper = createKeeper(release('/assets/index-1.js'), {
    ...surroundings,
    caches: { ...caches, match },
  })
  expect(await keeper.find(new Request(`${origin}/assets/index-1.js`))).toBeUndefined()
})

test('drops nothing where it can’t be known which pages live', async () => {
  const { surroundings, names } = surrounded()
  await createKeeper(release('/assets/index-1.js'), surroundings).install()
  const blind = { ...surroundings, heldLocks: async () => null }
  await createKeeper(release('/assets/index-2.js'), blind).tidy()
  expect(names()).toEqual([releaseName('/assets/index-1.js')])
})
