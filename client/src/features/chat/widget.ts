import type { CommandName, CommandQueue, Commands, LoginInfo } from '../../../widget/commands.ts'
import { createStore } from '../../lib/store.ts'

/** Our own widget, as the server serves it. */
export const ownWidget = '/support/widget.js'

/** Runs a script of this address. Rejects when it can't be had; it may then be asked for again. */
export const runScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`the script ${address} can't be had`))
    })
    document.head.append(script)
  })

/** The documented pause between the page and its chat, in milliseconds. */
const startAfterMs = 500

/** Runs a moment after the page has loaded. */
export const afterLoad = async (
  loaded: Promise<void>,
  after: (ms: number, run: () => void) => unknown,
  run: () => void,
): Promise<void> => {
  await loaded
  after(startAfterMs, run)
}

/** Resolves when the page has loaded with all that it begins with. */
export const pageLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })

/** How often, and how many times, it is looked whether the widget is ready. */
const lookEveryMs = 100
const looks = 100
/** The icon is hidden again and again for so long: a widget may show it late. */
const hideEveryMs = 500
const hideForMs = 10_000
/** Anyone who asks for the chat while it is loading has it opened if it is ready within this time. */
const patienceMs = 3_000

/**
 * `idle`: no one has asked for it yet; `loading`: it may become ready; `failed`: it did not in time, and is tried again by
 * `start`.
 */
export type WidgetState = { phase: 'idle' | 'loading' | 'ready' | 'failed'; isOpen: boolean; unread: number }

export type WidgetPorts = {
  /** Where the queue is: the page's window. */
  page: { ssq?: unknown; __ssc?: unknown }
  /** Fetches the widget's script and runs it. Rejects when it can't be had. */
  load(): Promise<void>
  /** Runs once, after so many milliseconds; the answer calls it off. */
  after(ms: number, run: () => void): () => void
  /** The widget did not become ready in time. */
  onFailed(): void
  /** The widget became ready, be it late. */
  onReady(): void
  /** A message of support has come. */
  onReceived(message: unknown): void
  /** The visitor has written. */
  onSent(): void
}

const isPlain = (queue: unknown): boolean => Array.isArray(queue) && queue.push === Array.prototype.push

/** The app's side of a support widget, no matter who made it: told commands over the one queue, from before its script is there. */
export const createWidget = (ports: WidgetPorts) => {
  const { page, load, after, onFailed, onReady, onReceived, onSent } = ports
  const { current, set, subscribe } = createStore<WidgetState>(() => ({
    phase: 'idle',
    isOpen: false,
    unread: 0,
  }))
  const change = (next: Partial<WidgetState>) => set({ ...current(), ...next })

  const isReady = () => page.ssq !== undefined && !isPlain(page.ssq)
  const push: CommandQueue['push'] = <N extends CommandName>(name: N, ...argument: [] | [Commands[N]]) => {
    page.ssq ??= []
    const queue = page.ssq as { push(...told: unknown[]): unknown }
    return queue.push(name, ...argument)
  }

  let loading: Promise<void> | null = null
  const fetchScript = () => {
    loading ??= load()
    loading.catch(() => {
      loading = null
    })
  }

  const begin = () => {
    // A widget that looks at its settings first never shows the icon.
    page.__ssc ??= { setting: { hideIcon: true } }
    push('onUnRead', ({ num }) => change({ unread: Math.max(0, Math.trunc(Number(num)) || 0) }))
    push('onReceiveMessage', onReceived)
    push('onSendMessage', () => onSent())
    push('onOpenChat', () => change({ isOpen: true }))
    push('onCloseChat', () => change({ isOpen: false }))
    push('hideIcon')
  }

  const keepHidden = (left: number) => {
    if (left <= 0) return
    push('hideIcon')
    after(hideEveryMs, () => keepHidden(left - hideEveryMs))
  }

  let forgetWish = () => {}
  let isWanted = false
  const wish = () => {
    forgetWish()
    isWanted = true
    forgetWish = after(patienceMs, () => {
      isWanted = false
    })
  }

  const ready = () => {
    change({ phase: 'ready' })
    keepHidden(hideForMs)
    onReady()
    forgetWish()
    if (isWanted) push('chatOpen')
    isWanted = false
  }
  const look = (left: number) => {
    if (isReady()) return ready()
    if (left > 0) {
      after(lookEveryMs, () => look(left - 1))
      return
    }
    change({ phase: 'failed' })
    onFailed()
  }

  const start = () => {
    if (current().phase === 'loading' || current().phase === 'ready') return
    if (current().phase === 'idle') begin()
    change({ phase: 'loading' })
    if (!isReady()) fetchScript()
    look(looks)
  }

  return {
    current,
    subscribe,
    /** Asks for the script and looks for the widget for ten seconds; again, once that has failed. */
    start,
    setLoginInfo: (info: LoginInfo) => void push('setLoginInfo', info),
    clearUser: () => void push('clearUser'),
    /** Opens the chat now (`opened`), or soon if the widget becomes ready soon (`loading`). Throws what the widget throws. */
    open(): 'opened' | 'loading' {
      if (current().phase === 'ready') {
        push('chatOpen')
        return 'opened'
      }
      wish()
      start()
      // One that failed may have come since, and is open by now.
      return isReady() ? 'opened' : 'loading'
    },
    close() {
      if (current().phase === 'ready') push('chatClose')
    },
  }
}
export type Widget = ReturnType<typeof createWidget>
