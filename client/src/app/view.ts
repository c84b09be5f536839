import { detectLanguage } from '@minefall/shared/languages'
import { readView, type View, viewCookie, viewName } from '@minefall/shared/views'
import { languageKey } from '../i18n/language-key.ts'
import { localStore } from '../lib/storage.ts'
import { tokenKey, userKey } from '../machines/session/stored-keys.ts'

/** The view that this browser is to get: in the language that was chosen or that it speaks, of whom it keeps as signed in. */
const ownView = (): View => ({
  language: detectLanguage(localStore.get(languageKey), navigator.languages),
  who: localStore.get(tokenKey) && localStore.get(userKey) !== null ? 'player' : 'guest',
})

/** The view that the page's HTML was built for; undefined where it has none. */
export const builtView = (): View | undefined => readView(document.documentElement.dataset.view ?? '')

/** Whether the HTML was built for another view than this browser's: the server had guessed. */
export const isStale = (): boolean => {
  const built = builtView()
  return built !== undefined && viewName(built) !== viewName(ownView())
}

/** For a year, in seconds. */
const keptFor = 31_536_000

/** Tells the server from now on which view to send: a choice kept in storage alone is never sent. */
export const keepView = (): void => {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser that is supported has the Cookie Store API.
  document.cookie = `${viewCookie}=${viewName(ownView())}; Path=/; Max-Age=${keptFor}; SameSite=Lax${secure}`
}
