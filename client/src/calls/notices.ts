import { bodyCode } from '@minefall/shared/contracts'
import {
  documentedText,
  fillIn,
  isNoticeName,
  type NoticeName,
  type NoticeValues,
  noticeOfCode,
  notices,
} from '@minefall/shared/notices'
import { i18next, loadNamespaces } from '../i18n/i18n.ts'
import type errors from '../i18n/locales/en-US/errors.json'
import { type CallError, isCallError } from '../lib/call-error.ts'
import { formatCoins, formatRelative } from '../lib/format.ts'
import { publicConfig } from '../lib/public-config.ts'
import { type ToastTone, toasts } from '../ui/toasts.ts'

/** Resolves when every notice can be said at once, in the words the settings ask for. Never rejects. */
export const loadNotices = async (): Promise<void> => {
  await Promise.all([loadNamespaces(['notices', 'errors']), publicConfig.load()])
}

const isDocumented = () => publicConfig.current().noticeLanguage === 'documented'

/** In the player's language; in English until its texts are loaded. */
const playersText = (name: NoticeName): string =>
  i18next.exists(name, { ns: 'notices' }) ? i18next.t(name, { ns: 'notices' }) : notices[name].en

/** A notice in the player's own language, or in the documented words where `NOTICE_LANGUAGE` asks for them. */
export const noticeText = (name: NoticeName, values: NoticeValues = {}): string =>
  isDocumented() ? documentedText(name, values) : fillIn(playersText(name), values)

/** What of a refusal's data can stand in a text, its amounts of coins grouped as the player's language does. */
const valuesOf = (data: unknown): NoticeValues => {
  const values: NoticeValues = Object.fromEntries(
    Object.entries(typeof data === 'object' && data !== null ? data : {}).filter(
      ([, value]) => typeof value === 'string' || typeof value === 'number',
    ),
  )
  const { amount } = values
  return typeof amount === 'string' && /^\d+$/.test(amount)
    ? { ...values, amount: formatCoins(amount, i18next.language) }
    : values
}

/** The notice of a refusal: the one it names, or that of its code. None where it lacks what the text has to tell. */
const noticeOf = ({ code, data }: CallError): string | null => {
  const values = valuesOf(data)
  const named = values.notice
  const name = typeof named === 'string' && isNoticeName(named) ? named : noticeOfCode(code)
  if (name === undefined) return null
  const text = noticeText(name, values)
  return /\{\w+\}/.test(text) ? null : text
}

/** Seconds of a wait from which on it is said in minutes or hours. */
const longWait = 100

/** How long a limit holds, where that is long; in the documented words it is always in seconds. */
const waitText = ({ code, data }: CallError): string | null => {
  const { seconds } = valuesOf(data)
  const isLong = code === bodyCode.tooManyRequests && typeof seconds === 'number' && seconds >= longWait
  if (!isLong || isDocumented()) return null
  const unit = seconds < 3_600 ? 60 : 3_600
  const waitMs = Math.ceil(seconds / unit) * unit * 1_000
  return i18next.t('errors:later', { when: formatRelative(waitMs, 0, i18next.language) })
}

type Code = keyof (typeof errors)['code']
/** Whether `errors.json` has a text for a body code. */
export const hasCodeText = (code: string): code is Code => i18next.exists(`code.${code}`, { ns: 'errors' })

/** The player's text for a code that has no notice, or whose notice would need more than was reported. */
const codeText = (code: string): string | null =>
  !isDocumented() && hasCodeText(code) ? i18next.t(`code.${code}`, { ns: 'errors' }) : null

const transportText = ({ code, message }: CallError): string => {
  if (code === bodyCode.timeout) return noticeText('timed-out')
  return (isDocumented() && message) || noticeText('network-error')
}

/**
 * What to say of a failed call: by its wait, its notice or its code; for a code that is not known the server's own words; for
 * none `otherwise`. Without an answer: that it timed out, or that the network failed.
 */
export const errorText = (error: unknown, otherwise: NoticeName = 'request-failed'): string => {
  // A part of the page that could not be fetched.
  if (error instanceof TypeError) return noticeText('network-error')
  if (!isCallError(error)) return noticeText(otherwise)
  if (!error.answered) return transportText(error)
  return (
    waitText(error) ??
    noticeOf(error) ??
    codeText(String(error.code)) ??
    (error.message || noticeText(otherwise))
  )
}

/** Says a notice in a toast. One that is said again takes the place of the older. */
export const showNotice = (name: NoticeName, tone: ToastTone = 'plain'): void => {
  loadNotices().then(() => toasts.show({ id: `notice-${name}`, tone, title: () => noticeText(name) }))
}
