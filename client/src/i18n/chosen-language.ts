import { detectLanguage, fallbackLanguage, type LanguageId, languageName } from '@minefall/shared/languages'
import { localStore } from '../lib/storage.ts'
import { toasts } from '../ui/toasts.ts'
import { i18next, onMissingBundle, reloadMissingBundles, startTranslations } from './i18n.ts'
import { languageKey } from './language-key.ts'

const detected = () => detectLanguage(localStore.get(languageKey), navigator.languages)

const tellMissing = (language: string) => {
  const isFallback = language === fallbackLanguage
  // Another language has its own words in place of the English ones.
  if (isFallback && i18next.language !== fallbackLanguage) return
  toasts.show({
    id: 'language-missing',
    tone: 'warn',
    title: isFallback
      ? i18next.t('chunk.title')
      : i18next.t('language.missing', { language: languageName(language) }),
    detail: i18next.t(isFallback ? 'chunk.text' : 'language.missingText'),
  })
}

const show = (language: LanguageId) => {
  // What was loaded in one language is loaded in the other before anything changes.
  if (language !== i18next.language) void i18next.changeLanguage(language)
}

/**
 * When missing texts are asked for again, in milliseconds after the network is back: what was asked for just before may
 * still fail then.
 */
const mendAfterMs = [0, 1_000, 4_000, 15_000]

/**
 * Starts the texts in the saved or the browser's language, keeps the document's language that of its texts, follows
 * the choice made in another tab, and asks for missing texts again when the network is back or the player returns to the tab.
 * `stillMissing` is called where that was in vain though there is a network.
 */
export const startLanguage = async (stillMissing: () => void): Promise<void> => {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language
  })
  onMissingBundle(({ language }) => tellMissing(language))
  window.addEventListener('storage', ({ key }) => {
    if (key === languageKey) show(detected())
  })
  window.addEventListener('online', () => {
    for (const ms of mendAfterMs) setTimeout(async () => (await reloadMissingBundles()) || stillMissing(), ms)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void reloadMissingBundles()
  })
  await startTranslations(detected())
}

/** Shows the product in this language from now on, and remembers it. */
export const chooseLanguage = (language: LanguageId): void => {
  localStore.set(languageKey, language)
  show(language)
}
