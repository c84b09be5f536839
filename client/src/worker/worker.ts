/// <reference lib="webworker" />
import { createKeeper } from './keeper.ts'
import { type Announced, isKeepRest, type Release } from './release.ts'
import { wayOf } from './way.ts'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build, wherever it is named: so it is named once. */
declare const release: Release
const own = release

const keeper = createKeeper(own, {
  caches: self.caches,
  fetch: (address) => fetch(address),
  heldLocks: async () => {
    if (!('locks' in navigator)) return null
    const { held = [] } = await navigator.locks.query()
    return new Set(held.flatMap(({ name }) => (name === undefined ? [] : [name])))
  },
})

/** Every page comes from the network, so a new worker can never show an old one: it need not wait for the old to go. */
self.addEventListener('install', (event) => {
  event.waitUntil(keeper.install().then(() => self.skipWaiting()))
})

const announce = async () => {
  const announced: Announced = { type: 'release.announced', entry: own.entry }
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(announced)
}

self.addEventListener('activate', (event) => {
  const take = async () => {
    // The page is asked for while the worker still starts.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
    await keeper.tidy()
    await announce()
  }
  event.waitUntil(take())
})

self.addEventListener('message', (event) => {
  if (isKeepRest(event.data)) event.waitUntil(keeper.keepRest(event.data.language))
})

/** A server that is not there, as a proxy in front of it tells it. */
const isAway = ({ status }: Response) => status >= 502 && status <= 504

const page = async (event: FetchEvent): Promise<Response> => {
  const asked = async () => {
    const preloaded: unknown = await event.preloadResponse
    return preloaded instanceof Response ? preloaded : fetch(event.request)
  }
  const answer = await asked().catch(() => Response.error())
  if (answer.type !== 'error' && !isAway(answer)) return answer
  return (await keeper.offlinePage()) ?? answer
}

self.addEventListener('fetch', (event) => {
  switch (wayOf(event.request, self.location.origin)) {
    case 'page':
      return event.respondWith(page(event))
    case 'kept':
      return event.respondWith(keeper.find(event.request).then((kept) => kept ?? fetch(event.request)))
    case 'network':
      return
  }
})

/** Back to the tab that a notification tells of; to a new one where it is gone. */
const goTo = async (href: string) => {
  const { href: wanted } = new URL(href, self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window' })
  const open = pages.find(({ url }) => url === wanted)
  await (open ? open.focus() : self.clients.openWindow(wanted))
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const data: unknown = notification.data
  const href = typeof data === 'object' && data !== null && 'href' in data ? data.href : '/'
  if (typeof href === 'string') event.waitUntil(goTo(href))
})
