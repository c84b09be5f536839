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

/** What the owner of an account reads, and the values that its text has places for. */
export type News = { name: NewsName; values?: NoticeValues }

const filled = ({ subject, text }: Letter, values: NoticeValues): Letter => ({
  subject: fillIn(subject, values),
  text: fillIn(text, values),
})

/** What a code is for: a sign-in or a change, or a withdrawal of so many coins to somewhere. */
export type CodeUse = { amount: bigint; to: string } | null

export const writeCode = ({ language, product }: Writing, code: string, use: CodeUse): Letter => {
  const texts = messageTexts[language]
  return use === null
    ? filled(texts.code, { product, code })
    : filled(texts.withdrawalCode, { product, code, amount: String(use.amount), to: use.to })
}

const isUndoable = (name: NewsName): boolean => name === 'phone-changed' || name === 'email-changed'

/**
 * A message with the product's name before its subject, and what to do if it was someone else. That of a changed contact
 * has its `hours` and `link` among the values.
 */
export const writeNews = ({ language, product }: Writing, { name, values = {} }: News): Letter => {
  const { news, ending, undoEnding } = messageTexts[language]
  const { subject, text } = filled(news[name], values)
  const end = fillIn(isUndoable(name) ? undoEnding : ending, { product, ...values })
  return { subject: `${product}: ${subject}`, text: `${text}${end}` }
}
