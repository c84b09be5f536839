import { fallbackLanguage } from '@minefall/shared/languages'
import { errorText, loadNotices, showNotice } from '../../calls/notices.ts'
import { i18next, loadNamespaces } from '../../i18n/i18n.ts'
import type chatTexts from '../../i18n/locales/en-US/chat.json'
import { callError } from '../../lib/call-error.ts'
import { drawUuid } from '../../lib/draw-uuid.ts'
import { publicConfig } from '../../lib/public-config.ts'
import { localStore, tabStore } from '../../lib/storage.ts'
import { connectionActor, livePort } from '../../machines/connection/index.ts'
import { sessionActor } from '../../machines/session/index.ts'
import { toasts } from '../../ui/toasts.ts'
import { createLine } from './line/line.ts'
import { setUnread } from './unread.ts'
import { createReceived, createWho, type KnownUser, noteId, noteOf, readVisitor } from './who.ts'
import { afterLoad, createWidget, ownWidget, pageLoaded, runScript } from './widget.ts'

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

const text = (key: keyof typeof chatTexts) => () => i18next.t(key, { ns: 'chat' })

const showReceived = (words: string | undefined) => {
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
    tell: showReceived,
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
    setUnread(unread)
    if (isOpen) toasts.close(noteId)
  })
  widget.start()
  who()
  sessionActor.subscribe(who)
  // What stands there is the account's.
  sessionActor.on('session.ended', () => widget.close())
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
