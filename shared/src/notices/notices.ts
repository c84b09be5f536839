import { bodyCode } from '../contracts/codes.ts'
import { accountNotices } from './account-notices.ts'
import type { Notice, NoticeLanguage } from './general-notices.ts'
import { generalNotices } from './general-notices.ts'
import { playNotices } from './play-notices.ts'
import { productNotices } from './product-notices.ts'

/** Every message of the product by its code. */
export const notices = { ...generalNotices, ...accountNotices, ...productNotices, ...playNotices } as const
export type NoticeName = keyof typeof notices

export const isNoticeName = (name: string): name is NoticeName => Object.hasOwn(notices, name)

/** The message that a body code stands for, where it stands for one. */
const byBodyCode: ReadonlyMap<number, NoticeName> = new Map<number, NoticeName>([
  [bodyCode.ok, 'done'],
  [bodyCode.badParameters, 'bad-parameters'],
  [bodyCode.wrongPassword, 'wrong-password'],
  [bodyCode.passwordTooCommon, 'password-common'],
  [bodyCode.passwordsAlike, 'passwords-alike'],
  [bodyCode.paymentPasswordLocked, 'payment-locked'],
  [bodyCode.passwordUnset, 'password-unset'],
  [bodyCode.paymentPasswordUnset, 'payment-password-unset'],
  [bodyCode.withdrawalHeldOff, 'withdrawal-held-off'],
  [bodyCode.priceChanged, 'price-changed'],
  [bodyCode.orderMoved, 'order-moved'],
  [bodyCode.methodClosed, 'method-closed'],
  [bodyCode.tooManyOrders, 'too-many-orders'],
  [bodyCode.destinationSaved, 'destination-saved'],
  [bodyCode.ownOrder, 'own-order'],
  [bodyCode.referenceUsed, 'reference-used'],
  [bodyCode.ownerBlocked, 'owner-blocked'],
  [bodyCode.handsApart, 'hands-apart'],
  [bodyCode.termsUnaccepted, 'terms-unaccepted'],
  [bodyCode.identityUnreviewed, 'identity-unreviewed'],
  [bodyCode.adultUnconfirmed, 'adult-unconfirmed'],
  [bodyCode.playPaused, 'play-paused'],
  [bodyCode.limitReached, 'limit-reached'],
  [bodyCode.countryBarred, 'country-barred'],
  [bodyCode.pairCapped, 'pair-capped'],
  [bodyCode.privateLossReached, 'private-loss'],
  [bodyCode.limitNotDue, 'limit-not-due'],
  [bodyCode.giftNotReady, 'gift-not-ready'],
  [bodyCode.giftReceived, 'gift-received'],
  [bodyCode.imageInvalid, 'image-format'],
  [bodyCode.imageTooLarge, 'image-large'],
  [bodyCode.wrongCode, 'wrong-code'],
  [bodyCode.codeNotSent, 'code-failed'],
  [bodyCode.contactTaken, 'contact-taken'],
  [bodyCode.proofRequired, 'proof-required'],
  [bodyCode.contactReserved, 'contact-reserved'],
  [bodyCode.unauthenticated, 'unauthenticated'],
  [bodyCode.notAllowed, 'not-allowed'],
  [bodyCode.notFound, 'not-found'],
  [bodyCode.tooManyRequests, 'too-many-requests'],
  [bodyCode.tokenInvalid, 'session-expired'],
  [bodyCode.tokenExpired, 'session-expired'],
  [bodyCode.unavailable, 'unavailable'],
])

/** Undefined for a code without its own message: then the server's text is shown. */
export const noticeOfCode = (code: number): NoticeName | undefined => byBodyCode.get(code)

export type NoticeValues = Readonly<Record<string, string | number | boolean | null>>

/** A text with `{name}` replaced by `values.name`; a place without a value stays as it is. */
export const fillIn = (text: string, values: NoticeValues): string =>
  text.replace(/\{(\w+)\}/g, (place, key: string) => String(values[key] ?? place))

/** The text of a message, filled in. */
export const noticeText = (name: NoticeName, language: NoticeLanguage, values: NoticeValues = {}): string => {
  const notice: Notice = notices[name]
  return fillIn(notice[language], values)
}

/** What the documented product says in English. */
const saidInEnglish: ReadonlySet<NoticeName> = new Set([
  'contact-invalid',
  'username-required',
  'phone-invalid',
  'phone-short',
  'email-invalid',
  'email-format',
  'password-required',
  'password-short',
  'code-required',
  'code-length',
  'image-format',
  'image-large',
  'nickname-required',
  'nickname-short',
  'amount-below',
  'amount-above',
  'balance-insufficient',
  'calculation-failed',
  'payment-window-blocked',
  'support-loading',
  'support-open-failed',
  'support-start-failed',
  'load-failed',
  'game-load-failed',
  'game-not-found',
])

/** A message in the words of the documented product: English where it is English there, else Chinese. */
export const documentedText = (name: NoticeName, values: NoticeValues = {}): string =>
  noticeText(name, saidInEnglish.has(name) ? 'en' : 'zh', values)

/**
 * The language of a server's messages for an `Accept-Language` header: that of its first range. Chinese of any kind
 * and no header mean zh-CN, the documented default; everything else means en-US.
 */
export const noticeLanguageOf = (acceptLanguage: string | undefined): NoticeLanguage => {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? ''
  return first === '' || first === '*' || first.startsWith('zh') ? 'zh' : 'en'
}
