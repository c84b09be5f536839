import { useSyncExternalStore } from 'react'
import { localStore, type SafeStorage } from './storage.ts'
import { createListeners } from './store.ts'

/**
 * `absent`: this browser shows none, or not on an address without a certificate. `blocked`: the player forbade them in the
 * browser's own settings. `unasked`: the browser would ask. `off` and `on`: the player's choice here.
 */
export type NotificationState = 'absent' | 'blocked' | 'unasked' | 'off' | 'on'

/** What notifications need of a browser. */
export type NotificationDoor = {
  /** `null` where there are none. */
  permission(): NotificationPermission | null
  ask(): Promise<unknown>
  show(title: string, options: NotificationOptions): Promise<unknown>
  /** Takes away those with this tag. */
  close(tag: string): Promise<unknown>
}

export type NotificationText = { title: string; body: string }
/** `words` gets in what it says, which may have to be fetched. */
export type Notice = { words: () => Promise<NotificationText>; tag: string; href: string }

const key = 'notifications'

/** The player's wish for notifications, the browser's permission, and the way to show one. */
export const createNotifications = (door: NotificationDoor, store: SafeStorage) => {
  const { subscribe, tell: changed } = createListeners()
  /** The latest on its way under each tag; none once it is shown or taken back. */
  const coming = new Map<string, Notice>()
  const state = (): NotificationState => {
    const permission = door.permission()
    if (permission === null) return 'absent'
    if (permission === 'denied') return 'blocked'
    if (permission === 'default') return 'unasked'
    return store.get(key) === 'off' ? 'off' : 'on'
  }
  const close = (tag: string) => {
    coming.delete(tag)
    return door.close(tag).catch(() => undefined)
  }
  return {
    state,
    changed,
    subscribe,
    /** Asks the browser where it has not been asked yet: call it from a press. */
    async turnOn() {
      store.set(key, 'on')
      if (door.permission() === 'default') await door.ask().catch(() => undefined)
      changed()
    },
    turnOff() {
      store.set(key, 'off')
      changed()
    },
    /** Shows one in place of an older one with its tag, and alerts again; does nothing unless they are on. */
    async tell(notice: Notice) {
      if (state() !== 'on') return
      const { words, tag, href } = notice
      coming.set(tag, notice)
      const isWanted = () => coming.get(tag) === notice
      // Words that can't be had, or a system that refuses to show it, are not worth a word.
      const text = await words().catch(() => null)
      if (text && isWanted() && state() === 'on') {
        const options = {
          body: text.body,
          tag,
          renotify: true,
          icon: '/icons/icon-192.png',
          badge: '/icons/badge-96.png',
          data: { href },
        }
        await door.show(text.title, options).catch(() => undefined)
        if (!coming.has(tag)) await close(tag)
      }
      if (isWanted()) coming.delete(tag)
    },
    /** Takes back what was reported under a tag, also what is still on its way: it is seen by now. */
    close,
  }
}

const registration = () => navigator.serviceWorker?.getRegistration()

/** The browser's own. With a worker they outlive the tab's sleep, and Android shows no others. */
const browserDoor: NotificationDoor = {
  permission: () =>
    window.isSecureContext && typeof Notification !== 'undefined' ? Notification.permission : null,
  ask: () => Notification.requestPermission(),
  show: async (title, options) => {
    const worker = await registration()
    if (worker?.active) return worker.showNotification(title, options)
    const shown = new Notification(title, options)
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  },
  close: async (tag) => {
    const shown = await (await registration())?.getNotifications({ tag })
    for (const one of shown ?? []) one.close()
  },
}

/** The notifications of this tab. */
export const notifications = createNotifications(browserDoor, localStore)

/** Follows a permission that is changed in the browser's own settings while the page is open. */
const subscribe = (listener: () => void) => {
  const ended = new AbortController()
  const unsubscribe = notifications.subscribe(listener)
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((status) => status.addEventListener('change', listener, { signal: ended.signal }))
    // A browser that does not tell is asked again with the next change of ours.
    .catch(() => undefined)
  return () => {
    ended.abort()
    unsubscribe()
  }
}

/** Whether the player hears of turns while the tab is hidden, and the switch for it. */
export const useNotifications = () => ({
  state: useSyncExternalStore(subscribe, notifications.state, notifications.state),
  turnOn: notifications.turnOn,
  turnOff: notifications.turnOff,
})
