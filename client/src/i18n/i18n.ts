import { fallbackLanguage } from '@minefall/shared/languages'
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

const bundles = import.meta.glob<Record<string, unknown>>(
  // The offline page has its texts in itself.
  ['./locales/*/*.json', '!./locales/*/offline.json', '!./locales/en-US/common.json'],
  {
    import: 'default',
  },
)

type Missing = { language: string; namespace: string }
/** The bundles that could not be loaded: what they say is said in en-US meanwhile. */
let missing: readonly Missing[] = []
const listeners = new Set<(bundle: Missing) => void>()

/** Calls `listener` for each bundle that could not be loaded. */
export const onMissingBundle = (listener: (bundle: Missing) => void): void => {
  listeners.add(listener)
}

/** Asks again for the bundles that could not be loaded, and shows those that come. */
export const reloadMissingBundles = async (): Promise<void> => {
  const asked = missing
  missing = []
  await Promise.all(
    asked.map(({ language, namespace }) =>
      i18next.reloadResources([language], [namespace]).catch(() => undefined),
    ),
  )
  // Whoever shows a text asks for it again.
  if (missing.length < asked.length) await i18next.changeLanguage(i18next.language)
}

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
      (error: unknown) => {
        missing = [...missing, { language, namespace }]
        callback(error instanceof Error ? error : new Error(String(error)), false)
        for (const listener of listeners) listener({ language, namespace })
      },
    )
  },
}

/**
 * Starts translations with `common` at hand. The promise resolves at once for en-US, and for another language with its
 * `common` or with the news that it can't be had; it never rejects.
 */
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
