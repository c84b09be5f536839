import { expect, test } from 'vitest'
import page from '../../../docs/languages.md?raw'

type Bundle = { readonly [key: string]: string | Bundle }
const bundles = import.meta.glob<Bundle>('./locales/*/*.json', { import: 'default', eager: true })
/** The operator's pages that the program comes with: the same lines in every language. */
const documents = import.meta.glob<string>('../../../platform/src/terms/documents/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const flat = (bundle: Bundle, prefix: string): [string, string][] =>
  Object.entries(bundle).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flat(value, `${prefix}${key}.`),
  )

type Blocks = { ownerTexts: (language: string) => Readonly<Record<string, string>> }
const [blocks] = Object.values(
  import.meta.glob<Blocks>('../../desk/pages/player/block-texts.ts', { eager: true }),
)

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')

/** Each text of a language by `namespace:key`, each line of the operator's pages, and what staff write to an account. */
const textsOf = (language: string): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(bundles)
      .filter(([path]) => path.startsWith(`./locales/${language}/`))
      .flatMap(([path, bundle]) => flat(bundle, `${nameOf(path)}:`)),
    ...Object.entries(documents)
      .filter(([path]) => path.endsWith(`.${language}.md`))
      .flatMap(([path, text]) =>
        text.split('\n').map((line, at): [string, string] => [`${nameOf(path)} ${at + 1}`, line]),
      ),
    ...Object.entries(blocks?.ownerTexts(language) ?? {}).map(([key, text]): [string, string] => [
      `owner:${key}`,
      text,
    ]),
  ])

/** The first table of the page: a term's English forms, and its words in each language. */
const [, glossary = ''] = page.split('## Glossary')
const rows = (glossary.split('\n\n')[2] ?? '')
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim().split(', ')))
  .map(([, english = [], ...words]) => ({ english, words }))

const languages = ['ja-JP', 'ko-KR', 'ms-MY', 'pt-BR'] as const

/** Keys whose English has the term's letters in another sense. */
const otherSense: Readonly<Record<string, RegExp>> = {
  match: /^(match:proof\.|match:failure\.proof\.title|errors:code\.1310)/, // to fit
  order: /^(match:seat\.list|match:proof\.reason\.order|rules:seats)/, // of turns
  turn: /^offline:network$/, // to turn off
  support: /^device:graphics\.text$/, // of a browser
}

/** Labels with no room for the whole term: what is meant is plain from where they stand. */
const short =
  /^(home:allTables|match:pot\.(promo|trial)|play:(today\.promo|days\.promoNet)|common:(game\.mines-trial\.name|action\.support)|profile:tabs\.nickname)$/

const english = textsOf('en-US')

const faultsOf = (language: string, terms: readonly string[], words: readonly string[]): string[] => {
  const texts = textsOf(language)
  const term = new RegExp(`(?<![\\p{L}-])(?:${terms.join('|')})(?![\\p{L}-])`, 'iu')
  return [...english].flatMap(([key, text]) => {
    const said = texts.get(key)?.toLowerCase()
    const isMeant =
      term.test(text.replaceAll(/\{\{\w+\}\}/g, ' ')) &&
      !short.test(key) &&
      !otherSense[terms[0] ?? '']?.test(key)
    const isHeld = said === undefined || words.some((word) => said.includes(word.toLowerCase()))
    return isMeant && !isHeld ? [`${key}: ${said}`] : []
  })
}

test('the glossary has its terms in every language', () => {
  expect(rows.length).toBeGreaterThanOrEqual(30)
  expect(rows.filter(({ words }) => words.filter((found) => found.join('') !== '').length !== 4)).toEqual([])
})

test.each(
  rows.flatMap(({ english: terms, words }) =>
    languages.map((language, at) => ({ term: terms[0], language, terms, words: words[at] ?? [] })),
  ),
)('$term is one word in $language', ({ language, terms, words }) => {
  expect(faultsOf(language, terms, words)).toEqual([])
})

test('another word is found', () => {
  expect(faultsOf('ja-JP', ['pot'], ['賞金']).length).toBeGreaterThan(10)
})
