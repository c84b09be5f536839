import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import common from './locales/en-US/common.json'
import type { Namespace, Namespaces } from './namespaces.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Namespaces
  }
}

/** The language everything falls back to; its keys type all others. */
export const fallbackLanguage = 'en-US'

const bundles = import.meta.glob<Record<string, unknown>>(
  ['./locales/*/*.json', '!./locales/en-US/common.json'],
  {
    import: 'default',
  },
)

/** Loads `locales/<language>/<namespace>.json`, each in a chunk of its own, when first asked for. */
const bundleBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, callback) => {
    const load = bundles[`./locales/${language}/${namespace}.json`]
    if (!load) {
      callback(new Error(`no bundle ${language}/${namespace}`), false)
      return
    }
    load().then(
      (bundle) => callback(null, bundle),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
    )
  },
}

/** Starts translations with `common` at hand; the promise resolves at once. */
export const startTranslations = (language: string = fallbackLanguage): Promise<unknown> =>
  i18next
    .use(bundleBackend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: fallbackLanguage,
      ns: ['common'],
      defaultNS: 'common',
      resources: { [fallbackLanguage]: { common } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    })

/** Resolves when these namespaces can be shown; one that cannot be loaded falls back and never rejects. */
export const loadNamespaces = async (namespaces: readonly Namespace[]): Promise<void> => {
  await i18next.loadNamespaces([...namespaces]).catch(() => undefined)
}

export { i18next }
