/**
 * The languages the product knows, each by its own name. Chinese is known but blocked in this release: it can be
 * neither detected nor chosen.
 */
export const languages = [
  { id: 'zh-CN', name: '简体中文', blocked: true },
  { id: 'zh-TW', name: '繁體中文', blocked: true },
  { id: 'en-US', name: 'English', blocked: false },
  { id: 'ja-JP', name: '日本語', blocked: false },
  { id: 'ko-KR', name: '한국어', blocked: false },
  { id: 'ms-MY', name: 'Bahasa Melayu', blocked: false },
  { id: 'pt-BR', name: 'Português (Brasil)', blocked: false },
] as const

type KnownLanguage = (typeof languages)[number]
export type UsableLanguage = Extract<KnownLanguage, { blocked: false }>
export type LanguageId = UsableLanguage['id']

const isUsable = (language: KnownLanguage): language is UsableLanguage => !language.blocked

/** Those that a player can choose. */
export const usableLanguages: readonly UsableLanguage[] = languages.filter(isUsable)

/** The language everything falls back to; its keys type all others. */
export const fallbackLanguage: LanguageId = 'en-US'

/** The usable language with this id, in any case of its letters; undefined for a blocked or an unknown one. */
export const usableLanguage = (id: string): LanguageId | undefined =>
  usableLanguages.find((known) => known.id.toLowerCase() === id.toLowerCase())?.id

/** The primary subtag of a language tag: `pt` of `pt-PT`. */
const base = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** The usable language nearest to a tag of RFC 5646: the same one, else one of the same language elsewhere. */
const nearest = (tag: string): LanguageId | undefined =>
  usableLanguage(tag) ?? usableLanguages.find(({ id }) => base(id) === base(tag))?.id

/**
 * The language to begin with: the saved choice where it can be used, else the first of the browser's languages that is
 * spoken here, else en-US.
 */
export const detectLanguage = (saved: string | null, browserLanguages: readonly string[]): LanguageId => {
  const chosen = saved === null ? undefined : usableLanguage(saved)
  if (chosen !== undefined) return chosen
  for (const tag of browserLanguages) {
    const found = nearest(tag)
    if (found !== undefined) return found
  }
  return fallbackLanguage
}

/** A language's own name. */
export const languageName = (id: string): string =>
  languages.find((language) => language.id === id)?.name ?? id
