import type { CannedAnswer } from '@minefall/shared/contracts'
import { fallbackLanguage, type LanguageId } from '@minefall/shared/languages'

const plain = (text: string) => text.toLocaleLowerCase('en').normalize('NFKD')

/**
 * The answers in which every word of `asked` is, in their title, in what the player would read or in English: those with
 * all of it in their title first.
 */
export const findCanned = (
  answers: readonly CannedAnswer[],
  asked: string,
  language: LanguageId,
): readonly CannedAnswer[] => {
  const words = plain(asked).split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => plain(text).includes(word))
  const found = answers.filter(({ title, texts }) =>
    has(`${title} ${texts[language]} ${texts[fallbackLanguage]}`),
  )
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))]
}
