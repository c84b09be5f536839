import { fallbackLanguage } from '@minefall/shared/languages'
import i18next, { type BackendModule } from 'i18next'
import { setI18n } from 'react-i18next'
import * as english from './locales/en-US/files.ts'
import type { Namespace, Namespaces } from './namespaces.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Namespaces
  }
}

type Files = Pick<typeof english, 'files'> & { common: Record<string, unknown> }

/** Where the texts of the other languages are: each list in its own chunk, with that language's `common`. */
const lists = import.meta.glob<Files>(['./locales/*/files.ts', '!./locales/en-US/files.ts'])

const filesOf = async (language: string): Promise<Files | undefined> =>
  language === fallbackLanguage ? english : lists[`./locales/${language}/files.ts`]?.()

/** Resolves with null for texts that there are not, and rejects where they can't be had. */
const loadTexts = async (language: string, namespace: string): Promise<Record<string, unknown> | null> => {
  const list = await filesOf(language)
  if (namespace === 'common') return list?.common ?? null
  return (await list?.files[`./${namespace}.json`]?.()) ?? null
}

type Missing = { language: string; namespace: string }
let onMissing = (_bundle: Missing): void => {}

/** Calls `listener`, and no earlier one any more, for each bundle that could not be loaded: what it says is said in en-US in the meantime. */
export const onMissingBundle = (listener: (bundle: Missing) => void): void => {
  onMissing = listener
}

/** Loads `locales/<language>/<namespace>.json` when it is first asked for. */
const bundleBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, callback) => {
    loadTexts(language, namespace).then(
      (texts) => {
        if (texts) callback(null, texts)
        else callback(new Error(`no bundle ${language}/${namespace}`), false)
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error(String(error)), false)
        onMissing({ language, namespace })
      },
    )
  },
}

/**
 * Starts translations with `common` at hand. The promise resolves at once for en-US, and for another language with its
 * `common` or with the news that it can't be had; it never rejects.
 */
export const startTranslations = (language: string = fallbackLanguage): Promise<unknown> => {
  // Each part that translates copies all that its instance has itself: this one has nothing, and passes everything on.
  setI18n(Object.create(i18next))
  return i18next.use(bundleBackend).init({
    lng: language,
    fallbackLng: fallbackLanguage,
    ns: ['common'],
    defaultNS: 'common',
    resources: { [fallbackLanguage]: { common: english.common } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
}

/** Resolves when these namespaces can be shown; one that cannot be loaded falls back and never rejects. */
export const loadNamespaces = async (namespaces: readonly Namespace[]): Promise<void> => {
  await i18next.loadNamespaces([...namespaces]).catch(() => undefined)
}

export { i18next }
