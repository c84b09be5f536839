import type { User } from '@minefall/shared/contracts/rest'

/** An amount of coins in any notation; 0 if missing or unreadable. */
export const readCoins = (value: unknown): number => {
  const coins = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof coins === 'number' && Number.isFinite(coins) ? coins : 0
}

/** The signed-in user as stored in this browser. */
export type StoredUser = User & { token: string }

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const numberOr = (otherwise: number, value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

const fieldsOf = (raw: unknown): Record<string, unknown> =>
  typeof raw === 'object' && raw !== null ? { ...raw } : {}

/** Null without an id. */
const read = (raw: unknown, levelWhenMissing: number): StoredUser | null => {
  const fields = fieldsOf(raw)
  const id = text(fields.id)
  if (id === '') return null
  const email = text(fields.email)
  const phoneNumber = text(fields.phoneNumber)
  return {
    id,
    username: text(fields.username) || email || phoneNumber,
    nickname: text(fields.nickname),
    email,
    phoneNumber,
    avatar: text(fields.avatar),
    coins: readCoins(fields.coins),
    level: numberOr(levelWhenMissing, fields.level),
    vipLevel: numberOr(0, fields.vipLevel),
    countrycode: text(fields.countrycode),
    languagecode: text(fields.languagecode),
    flagUrl: text(fields.flagUrl),
    phoneCode: text(fields.phoneCode),
    invitationCode: text(fields.invitationCode),
    token: text(fields.token),
    currencyCode: text(fields.currencyCode),
    currencySymbol: text(fields.currencySymbol),
    exchangeRate: numberOr(1, fields.exchangeRate),
  }
}

/** A user read from storage or the server later: level 1 if missing. */
export const readUser = (raw: unknown): StoredUser | null => read(raw, 1)

/** The record of a new session: level 0 if missing. */
export const sessionRecord = (raw: unknown): StoredUser | null => read(raw, 0)

/** A user from its stored text; null if unreadable. */
export const parseUser = (kept: string): StoredUser | null => {
  try {
    return readUser(JSON.parse(kept))
  } catch {
    return null
  }
}
