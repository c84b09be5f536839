import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fallbackLanguage, type LanguageId } from '@minefall/shared/languages'

type Bundle = { readonly [key: string]: string | Bundle }

const folder = fileURLToPath(new URL('../../client/src/i18n/locales', import.meta.url))

const textsIn = (bundle: Bundle): string[] =>
  Object.values(bundle).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)))

/** Every text of a language's bundles, with its placeholders and tags. */
const textsOf = (language: LanguageId): string[] =>
  readdirSync(`${folder}/${language}`)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const bundle: Bundle = JSON.parse(readFileSync(`${folder}/${language}/${name}`, 'utf8'))
      return textsIn(bundle)
    })

const placeholder = /\{\{?[^{}]*\}?\}/
const tag = /<[^>]*>/

/** The pieces of a text between its tags: each is a separate text on the page. */
const piecesOf = (text: string): string[] => text.split(tag).map((piece) => piece.trim())

/** Says enough to be told from a name or a unit: a word of four letters outside of the placeholders. */
const isTelling = (piece: string): boolean => piece.split(placeholder).some((part) => /[a-z]{4}/i.test(part))

/** A pattern that a text on the page fits when it is this piece, whatever stands for the placeholders. */
const patternOf = (piece: string): string =>
  `^${piece
    .split(placeholder)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')}$`

/** Patterns of the English texts that another language says otherwise everywhere; none for English itself. */
export const englishPatterns = (language: LanguageId): string[] => {
  if (language === fallbackLanguage) return []
  const own = new Set(textsOf(language).flatMap(piecesOf))
  const foreign = textsOf(fallbackLanguage)
    .flatMap(piecesOf)
    .filter((piece) => isTelling(piece) && !own.has(piece))
  return [...new Set(foreign.map(patternOf))]
}
