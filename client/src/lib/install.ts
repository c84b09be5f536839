import { useSyncExternalStore } from 'react'

/** What a browser hands out when the product may be installed; no standard describes it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

const isInstallPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

/** `offered`: the browser would install it when asked. `absent`: it would not, or the product is installed. */
export type InstallState = 'absent' | 'offered'

/** Keeps the browser's offer to install the product until it is wanted. */
export const createInstall = () => {
  let offer: InstallPrompt | null = null
  const listeners = new Set<() => void>()
  const keep = (next: InstallPrompt | null) => {
    offer = next
    for (const listener of listeners) listener()
  }
  return {
    state: (): InstallState => (offer ? 'offered' : 'absent'),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    /** Call before the first paint: the offer is made once, early. */
    watch(target: EventTarget = window) {
      target.addEventListener('beforeinstallprompt', (event) => {
        if (!isInstallPrompt(event)) return
        // It is asked for in the settings, and never by the browser on its own.
        event.preventDefault()
        keep(event)
      })
      target.addEventListener('appinstalled', () => keep(null))
    },
    /** Shows the browser's own question. An offer is good for one question; a browser may make another. */
    async ask() {
      const asked = offer
      keep(null)
      // A browser that took its offer back has nothing to show.
      await asked?.prompt().catch(() => undefined)
    },
  }
}

/** The offer that this page got. */
export const install = createInstall()

/** Whether the product can be installed from here, and the way to do it. */
export const useInstall = (): { state: InstallState; ask: () => Promise<void> } => ({
  state: useSyncExternalStore(install.subscribe, install.state, install.state),
  ask: install.ask,
})
