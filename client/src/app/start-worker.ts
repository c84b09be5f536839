import { i18next } from '../i18n/i18n.ts'
import { newRelease, sparesData } from '../lib/new-release.ts'
import { isAnnounced, type KeepRest, releaseName } from '../worker/release.ts'

/** What is kept for later waits until the page is up, in milliseconds after it was loaded. */
const settleMs = 3_000
/** A tab that stays open looks for a new worker when it is seen again, at most this often, in milliseconds. */
const lookEveryMs = 3_600_000

/** The script that this page began with; null in development, where nothing has a release. */
const ownEntry = (): string | null =>
  document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? null

const onceLoaded = (run: () => void) => {
  const later = () => setTimeout(run, settleMs)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}

const register = async (container: ServiceWorkerContainer) => {
  const registration: ServiceWorkerRegistration | undefined = await container.register('/worker.js', {
    updateViaCache: 'none',
  })
  // A browser may be told to have none.
  if (!registration) return
  const keepRest = async () => {
    const message: KeepRest = { type: 'release.keep', language: i18next.language }
    const { active } = await container.ready
    active?.postMessage(message)
  }
  if (!sparesData()) {
    await keepRest()
    i18next.on('languageChanged', keepRest)
  }
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookEveryMs) return
    lookedAt = Date.now()
    // Without a network it looks the next time.
    registration.update().catch(() => undefined)
  })
}

/**
 * Registers the worker once the page is up, and hears of newer releases from it. Browsers have none on an address without
 * a certificate: there the page does without.
 */
export const startWorker = (): void => {
  const entry = ownEntry()
  const container = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  if (entry === null || !container) return
  // Held for as long as the page lives: the worker keeps the files of its release in the meantime.
  navigator.locks
    ?.request(releaseName(entry), { mode: 'shared' }, () => new Promise<never>(() => undefined))
    .catch(() => undefined)
  container.addEventListener('message', ({ data }) => {
    if (isAnnounced(data) && data.entry !== entry) newRelease.tell()
  })
  onceLoaded(() => {
    // A worker that can't be had is missed by no one: everything comes from the network then.
    register(container).catch(() => undefined)
  })
}
