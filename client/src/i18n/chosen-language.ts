import { detectLanguage, fallbackLanguage, type LanguageId, languageName } from '@minefall/shared/languages'
import { localStore } from '../lib/storage.ts'
import { toasts } from '../ui/toasts.ts'
import { i18next, onMissingBundle, startTranslations } from './i18n.ts'
import { languageKey } from './language-key.ts'

const detected = () => detectLanguage(localStore.get(languageKey), navigator.languages)

/** Whether texts of this page could not be loaded. */
let isMissing = false
export const areTextsMissing = (): boolean => isMissing

const showMissing = ({ language }: { language: string }) => {
  isMissing = true
  const isFallback = language === fallbackLanguage
  // Another language has its own words in place of the English ones.
  if (isFallback && i18next.language !== fallbackLanguage) return
  toasts.show({
    id: 'language-missing',
    tone: 'warn',
    title: () =>
      isFallback
        ? i18next.t('chunk.title')
        : i18next.t('language.missing', { language: languageName(language) }),
    detail: () => i18next.t(isFallback ? 'chunk.text' : 'language.missingText'),
  })
}

const show = (language: LanguageId) => {
  // What was loaded in one language is loaded in the other before anything changes.
  if (language !== i18next.language) void i18next.changeLanguage(language)
}

/**
 * Starts the texts in the saved or the browser's language, keeps the document's language that of its texts, follows
 * the choice made in another tab. `mend` is called while texts are missing, when the network is back or the player returns
 * to the tab.
 */
export const startLanguage = async (mend: () => unknown): Promise<void> => {
  i18next.on('languageChanged', (language) => {
    const page = document.documentElement
    // Set to what it is, it would have every element styled and laid out again.
    if (page.lang !== language) page.lang = language
  })
  onMissingBundle(showMissing)
  window.addEventListener('storage', ({ key }) => {
    if (key === languageKey) show(detected())
  })
  const look = () => {
    if (isMissing && document.visibilityState === 'visible') mend()
  }
  window.addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
  await startTranslations(detected())
}

/** Shows the product in this language from now on, and remembers it. */
export const chooseLanguage = (language: LanguageId): void => {
  localStore.set(languageKey, language)
  show(language)
}
