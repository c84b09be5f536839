import { fallbackLanguage } from '@minefall/shared/languages'
import { i18next, loadNamespaces } from '../../i18n/i18n.ts'
import type chatTexts from '../../i18n/locales/en-US/chat.json'
import { callError } from '../../lib/call-error.ts'
import { drawUuid } from '../../lib/draw-uuid.ts'
import { errorText, loadNotices, showNotice } from '../../lib/notices.ts'
import { publicConfig } from '../../lib/public-config.ts'
import { localStore, tabStore } from '../../lib/storage.ts'
import { connectionActor, livePort } from '../../machines/connection/index.ts'
import { sessionActor } from '../../machines/session/index.ts'
import { type ToastInput, toasts } from '../../ui/toasts.ts'
import { tellUnread } from './unread.ts'
import { createLine } from './line/line.ts'
import { createWho, type KnownUser, readVisitor } from './who.ts'
import { createWidget } from './widget.ts'

/** How much of a message is told outside of the chat, in characters. */
const tellsMost = 140

/** What a widget's message says, where it can be told: nobody agreed with somebody else's widget on its fields. */
export const wordsOf = (message: unknown): string | undefined => {
  if (typeof message !== 'object' || message === null) return undefined
  const said = 'text' in message ? message.text : 'msg' in message ? message.msg : undefined
  if (typeof said !== 'string' || said.trim() === '') return undefined
  const words = [...said.trim()]
  return words.length > tellsMost ? `${words.slice(0, tellsMost - 1).join('')}…` : words.join('')
}

/** One note stands for all that was not looked at. */
const noteId = 'chat-received'
/** The documented time that it stays, in milliseconds. */
const noteMs = 5_000

/** The note of a message that came while the chat is closed. */
export const noteOf = (
  words: string | undefined,
  texts: { received: string; open: string },
  open: () => void,
): ToastInput => ({
  id: noteId,
  icon: 'chat',
  title: texts.received,
  detail: words,
  action: { label: texts.open, run: open },
  stayMs: noteMs,
})

type ReceivedPorts = {
  isOpen(): boolean
  isVisible(): boolean
  /** Says it in a note that leads to the chat. */
  tell(words: string | undefined): void
  play(): void
}

/** A message of support: heard by whoever doesn't look at the chat, and told while it is closed. */
export const createReceived =
  ({ isOpen, isVisible, tell, play }: ReceivedPorts) =>
  (message: unknown): void => {
    if (!isOpen()) tell(wordsOf(message))
    if (!isOpen() || !isVisible()) play()
  }

/** Our own widget, as the server serves it. */
const ownWidget = '/support/widget.js'

/** Runs a script of this address. Rejects when it can't be had; it may then be asked for again. */
const runScript = (address: string): Promise<void> =>
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
const pageLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve()
    else window.addEventListener('load', () => resolve(), { once: true })
  })

/** The pictures of a conversation, each fetched once. */
const createPictures = (fetchPicture: (pictureId: string) => Promise<Blob>) => {
  const asked = new Map<string, Promise<Blob | null>>()
  return {
    /** Null for one that can't be had; the next who asks tries again. */
    get(pictureId: string): Promise<Blob | null> {
      const known = asked.get(pictureId)
      if (known) return known
      const picture = fetchPicture(pictureId).catch(() => {
        asked.delete(pictureId)
        return null
      })
      asked.set(pictureId, picture)
      return picture
    },
    forget: () => asked.clear(),
  }
}

const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const text = (key: keyof typeof chatTexts): string => i18next.t(key, { ns: 'chat' })

const tellReceived = (words: string | undefined) => {
  loadNamespaces(['chat']).then(() =>
    toasts.show(noteOf(words, { received: text('received'), open: text('open') }, openChat)),
  )
}

const widget = createWidget({
  page: window,
  after,
  load: async () => {
    const { supportWidgetUrl } = await publicConfig.load()
    if (supportWidgetUrl === undefined) await lendLine()
    await runScript(supportWidgetUrl ?? ownWidget)
  },
  onFailed: () => {
    // Without a network the page says so already, and the chat is tried again with it.
    if (navigator.onLine) showNotice('support-start-failed', 'warn')
  },
  onReady: () => toasts.close('notice-support-loading'),
  // Who writes has seen what came.
  onSent: () => toasts.close(noteId),
  onReceived: createReceived({
    isOpen: () => widget.current().isOpen,
    isVisible: () => document.visibilityState === 'visible',
    tell: tellReceived,
    play: () => {
      import('./sound.ts').then(({ playNotification }) => playNotification()).catch(() => undefined)
    },
  }),
})

const textsNow = (): typeof chatTexts => ({
  ...i18next.getResourceBundle(fallbackLanguage, 'chat'),
  ...i18next.getResourceBundle(i18next.language, 'chat'),
})

/** The code of pictures comes with the first one. */
const pictures = () => import('./line/pictures.ts')

/** Gives our own widget, and no other, what it speaks over. */
const lendLine = async () => {
  if (window.supportLine) return
  await loadNamespaces(['chat'])
  window.supportLine = createLine({
    connection: connectionActor,
    session: sessionActor,
    wire: livePort,
    store: tabStore,
    pictures: createPictures(async (id) => (await pictures()).fetchPicture(id)),
    upload: async (file) => (await pictures()).uploadPicture(file),
    problemOf: async ({ code, msg, data }) => {
      await loadNotices()
      return errorText(callError(code, msg, { data }))
    },
    drawId: drawUuid,
    now: Date.now,
    after,
    texts: textsNow,
    language: () => i18next.language,
    onLanguage: (listener) => i18next.on('languageChanged', listener),
  })
}

const signedIn = (): KnownUser | null => {
  const { user, userName } = sessionActor.getSnapshot().context
  if (!user) return null
  return { id: user.id, name: userName, phone: user.phoneNumber, email: user.email, level: user.level }
}

let hasBegun = false
const begin = () => {
  if (hasBegun) return
  hasBegun = true
  const who = createWho({
    widget,
    user: signedIn,
    visitor: readVisitor({ local: localStore, tab: tabStore }, { drawId: drawUuid, now: Date.now }),
    language: () => i18next.language,
  })
  widget.subscribe(() => {
    const { isOpen, unread } = widget.current()
    tellUnread(unread)
    if (isOpen) toasts.close(noteId)
  })
  widget.start()
  who()
  sessionActor.subscribe(who)
  i18next.on('languageChanged', who)
  window.addEventListener('online', () => {
    if (widget.current().phase === 'failed') widget.start()
  })
}

/** Has the chat ready a moment after the page is. */
export const startChat = (): Promise<void> => afterLoad(pageLoaded(), after, begin)

/** Opens the chat, or says that it is still loading or can't be opened. */
export const openChat = (): void => {
  try {
    begin()
    if (widget.open() === 'loading') showNotice('support-loading')
  } catch (error) {
    console.error('the chat could not be opened', error)
    showNotice('support-open-failed', 'warn')
  }
}
