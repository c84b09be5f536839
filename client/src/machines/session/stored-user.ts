import type { User } from '@minefall/shared/contracts/rest'

/** An amount of coins however it is written; 0 where it is missing or cannot be read. */
export const readCoins = (value: unknown): number => {
  const coins = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof coins === 'number' && Number.isFinite(coins) ? coins : 0
}

/** The signed-in user as this browser keeps it. */
export type StoredUser = User & { token: string }

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

const numberOr = (otherwise: number, value: unknown): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}

const fieldsOf = (raw: unknown): Record<string, unknown> =>
  typeof raw === 'object' && raw !== null ? { ...raw } : {}

/** Null for what has no id: that is no one. */
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

/** A user as it is read back, or as the server tells of it later: level 1 where none is given. */
export const readUser = (raw: unknown): StoredUser | null => read(raw, 1)

/** The record a session begins with: level 0 where none is given. */
export const sessionRecord = (raw: unknown): StoredUser | null => read(raw, 0)

/** A user from the text it is kept as; null for what cannot be read. */
export const parseUser = (kept: string): StoredUser | null => {
  try {
    return readUser(JSON.parse(kept))
  } catch {
    return null
  }
}
