import type { Contact } from '@minefall/shared/contracts/rest'
import { fallbackLanguage, type LanguageId, usableLanguage } from '@minefall/shared/languages'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { deliver } from './channels/channels.ts'
import { countIfAllowed, subjectOf } from './limits.ts'
import { type News, writeNews } from './messages/write.ts'
import { rates } from './settings.ts'
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

/** The contacts that count as a proof of ownership: all except those added or changed recently. */
export const settledContacts = async (sql: Sql, playerId: string, now: number): Promise<OwnContact[]> => {
  const { rows } = await sql.query(
    `select kind, value from contact where player_id = $1 and coalesce(settles_at <= $2, true) order by kind`,
    [playerId, new Date(now)],
  )
  return z.array(rowSchema).parse(rows)
}

/** Settled contacts that an account lost to changes that can still be undone. */
const lostContacts = async (sql: Sql, playerId: string, now: number): Promise<OwnContact[]> => {
  const { rows } = await sql.query(
    `select distinct kind, old_value as value from contact_change
     where player_id = $1 and old_value is not null and undone_at is null and undo_until > $2
       and coalesce(old_settles_at <= at, true)`,
    [playerId, new Date(now)],
  )
  return z.array(rowSchema).parse(rows)
}

const withLost = async (
  sql: Sql,
  { playerId, now, contacts }: { playerId: string; now: number; contacts: readonly OwnContact[] },
): Promise<OwnContact[]> => {
  const lost = await lostContacts(sql, playerId, now)
  const isOwn = (one: OwnContact) =>
    contacts.some(({ kind, value }) => kind === one.kind && value === one.value)
  return [...contacts, ...lost.filter((one) => !isOwn(one))]
}

/** The contacts that may undo a change: the settled ones, and those lost to changes that can still be undone. */
export const witnesses = async (sql: Sql, playerId: string, now: number): Promise<OwnContact[]> =>
  withLost(sql, { playerId, now, contacts: await settledContacts(sql, playerId, now) })

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

/** The language that an account is written to in. */
export const languageOf = async (sql: Sql, playerId: string): Promise<LanguageId> => {
  const { rows } = await sql.query('select language from login_account where player_id = $1', [playerId])
  const { language } = z.object({ language: z.string() }).parse(rows[0])
  return usableLanguage(language) ?? fallbackLanguage
}

/** Whether an account may be sent one more SMS with such news. If so, it is counted. */
const mayText = async ({ db, clock }: World, playerId: string, { name }: News): Promise<boolean> => {
  const limit = { subject: subjectOf('news-sms', playerId, name), rate: rates.newsSms }
  return 'ids' in (await countIfAllowed(db, [limit], clock.now()))
}

/**
 * Writes to these contacts of an account, in its language: by SMS a few times a day, by email always. The change doesn't
 * wait for what takes the messages, and failures are logged.
 */
export const tell = async (
  world: World,
  playerId: string,
  contacts: readonly OwnContact[],
  news: News,
): Promise<void> => {
  const { db, channels, log, settings } = world
  const letter = writeNews({ language: await languageOf(db, playerId), product: settings.productName }, news)
  for (const { kind, value } of contacts)
    world.afterwards(async () => {
      const channel = channels[kind]
      if (!channel) return
      if (kind === 'email' || (await mayText(world, playerId, news)))
        await deliver({ channel, log }, { to: value, ...letter })
      else log.warn({ playerId, news: news.name }, 'an SMS was left out: an account has had too many')
    })
}

/** Every contact of an account, and those lost to changes that can still be undone: one may be the true owner's. */
export const contactsToTell = async ({ db, clock }: World, playerId: string): Promise<OwnContact[]> =>
  withLost(db, { playerId, now: clock.now(), contacts: await ownContacts(db, playerId) })

/** Writes to every contact of an account: see {@link contactsToTell}. */
export const notifyOwner = async (world: World, playerId: string, news: News): Promise<void> =>
  tell(world, playerId, await contactsToTell(world, playerId), news)
