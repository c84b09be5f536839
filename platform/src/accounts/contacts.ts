import type { Contact } from '@minefall/shared/contracts'
import { fallbackLanguage, type LanguageId, usableLanguage } from '@minefall/shared/languages'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { deliver } from './channels/deliver.ts'
import { type News, writeNews } from './messages/index.ts'
import type { World } from './world.ts'

const rowSchema = z.object({ kind: z.enum(['phone', 'email']), value: z.string() })
export type OwnContact = z.infer<typeof rowSchema>

/** The contacts of an account: one of each kind at most. */
export const ownContacts = async (sql: Sql, playerId: string): Promise<OwnContact[]> => {
  const { rows } = await sql.query('select kind, value from contact where player_id = $1 order by kind', [
    playerId,
  ])
  return z.array(rowSchema).parse(rows)
}

/** Those of them that prove that the account is its owner's: all but the ones added or changed a short while ago. */
export const settledContacts = async (sql: Sql, playerId: string, now: number): Promise<OwnContact[]> => {
  const { rows } = await sql.query(
    `select kind, value from contact where player_id = $1 and coalesce(settles_at <= $2, true) order by kind`,
    [playerId, new Date(now)],
  )
  return z.array(rowSchema).parse(rows)
}

/** The account that a contact opens, or null. */
export const ownerOf = async (
  sql: Sql,
  { kind, value }: Pick<Contact, 'kind' | 'value'>,
): Promise<string | null> => {
  const { rows } = await sql.query('select player_id from contact where kind = $1 and value = $2', [
    kind,
    value,
  ])
  return z.object({ player_id: z.string() }).optional().parse(rows[0])?.player_id ?? null
}

/** A contact as its owner knows it again and nobody else can use it, such as `m•••l@mail.example`. */
export const shortContact = ({ kind, value }: Pick<Contact, 'kind' | 'value'>): string => {
  if (kind === 'phone') return `${value.slice(0, 3)}•••${value.slice(-2)}`
  const at = value.lastIndexOf('@')
  return `${value.slice(0, 1)}•••${at > 2 ? value.slice(at - 1) : value.slice(at)}`
}

/** The language that an account is written to in. */
export const languageOf = async (sql: Sql, playerId: string): Promise<LanguageId> => {
  const { rows } = await sql.query('select language from login_account where player_id = $1', [playerId])
  const { language } = z.object({ language: z.string() }).parse(rows[0])
  return usableLanguage(language) ?? fallbackLanguage
}

/**
 * Writes to these contacts of an account, in its language. What can't be delivered is logged: it must not undo what it
 * tells of.
 */
export const tell = async (
  { db, channels, log, settings }: World,
  playerId: string,
  contacts: readonly OwnContact[],
  news: News,
): Promise<void> => {
  const letter = writeNews({ language: await languageOf(db, playerId), product: settings.productName }, news)
  await Promise.all(
    contacts.map(async ({ kind, value }) => {
      const channel = channels[kind]
      if (channel) await deliver({ channel, log }, { to: value, ...letter })
    }),
  )
}

/** Writes to every contact of an account. */
export const tellOwner = async (world: World, playerId: string, news: News): Promise<void> =>
  tell(world, playerId, await ownContacts(world.db, playerId), news)
