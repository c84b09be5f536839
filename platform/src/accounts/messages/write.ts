import type { LanguageId } from '@minefall/shared/languages'
import { fillIn, type NoticeValues } from '@minefall/shared/notices'
import { english } from './en-us.ts'
import { japanese } from './ja-jp.ts'
import { korean } from './ko-kr.ts'
import { malay } from './ms-my.ts'
import { portuguese } from './pt-br.ts'
import type { MessageTexts, NewsName } from './texts.ts'

/** What is written in each language. */
export const messageTexts: Readonly<Record<LanguageId, MessageTexts>> = {
  'en-US': english,
  'ja-JP': japanese,
  'ko-KR': korean,
  'ms-MY': malay,
  'pt-BR': portuguese,
}

type Letter = { subject: string; text: string }
type Writing = { language: LanguageId; product: string }

/** The values that a text has places for; a `bigint` is an amount of coins. */
type Values = Readonly<Record<string, string | number | bigint>>

/** What the owner of an account reads, and its values. */
export type News = { name: NewsName; values?: Values }

/** Amounts are written as the language writes them: 1,200 or 1.200. */
const asRead = (language: LanguageId, values: Values): NoticeValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? new Intl.NumberFormat(language).format(value) : value,
    ]),
  )

const filled = (language: LanguageId, { subject, text }: Letter, values: Values): Letter => {
  const read = asRead(language, values)
  return { subject: fillIn(subject, read), text: fillIn(text, read) }
}

/** What a code is for: a sign-in or a change, or a withdrawal of so many coins to somewhere. */
export type CodeUse = { amount: bigint; to: string } | null

export const writeCode = ({ language, product }: Writing, code: string, use: CodeUse): Letter => {
  const texts = messageTexts[language]
  return use === null
    ? filled(language, texts.code, { product, code })
    : filled(language, texts.withdrawalCode, { product, code, amount: use.amount, to: use.to })
}

/** What to do if it was someone else. */
const endingOf = ({ ending, undoEnding }: MessageTexts, name: NewsName): string => {
  if (name === 'change-undone') return ''
  return name === 'phone-changed' || name === 'email-changed' ? undoEnding : ending
}

/**
 * A message with the product's name before its subject, and what to do if it was someone else. That of a changed contact
 * has its `hours` and `link` among the values.
 */
export const writeNews = ({ language, product }: Writing, { name, values = {} }: News): Letter => {
  const texts = messageTexts[language]
  const { subject, text } = texts.news[name]
  const letter = { subject: `{product}: ${subject}`, text: `${text}${endingOf(texts, name)}` }
  return filled(language, letter, { product, ...values })
}
