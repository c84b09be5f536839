import { type DeskFoundPlayer, foundMax } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const rowSchema = z.object({ id: z.string(), nickname: z.string() })

/** A player by id with what they call themselves, an account as a guest; null for no one. */
export const readPlayerName = async (
  sql: Sql,
  playerId: string,
): Promise<z.infer<typeof rowSchema> | null> => {
  const { rows } = await sql.query('select id, name as nickname from player where id = $1', [playerId])
  return rowSchema.optional().parse(rows[0]) ?? null
}

/** The last code point: everything with a prefix sorts from it up to the prefix followed by this. */
const last = '\u{10ffff}'

/** Fewer digits match the end of too many phone numbers. */
const phoneDigitsMin = 6

/**
 * Each query reads one range of an index in order, at most one row more than shown. Bytewise operators (`~>=~`) go
 * with the indexes' `text_pattern_ops`.
 */
export const byNickname = `
  select id from player where lower(name) ~>=~ lower($1) and lower(name) ~<~ (lower($1) || '${last}')
  order by lower(name) using ~<~ limit $2`
export const byContact = `
  select player_id as id from contact where kind = $1 and value ~>=~ $2 and value ~<~ ($2 || '${last}')
  order by value using ~<~ limit $3`
export const byPhoneEnd = `
  select player_id as id from contact
  where kind = 'phone' and reverse(value) ~>=~ reverse($1) and reverse(value) ~<~ (reverse($1) || '${last}')
  order by reverse(value) using ~<~ limit $2`

const idRows = z.array(z.object({ id: z.string() }).transform(({ id }) => id))

/** How a text is read as the beginning of a phone number in E.164, or as its end; null where it is none. */
const phoneIn = (text: string): { begins: string } | { ends: string } | null => {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (digits.length < phoneDigitsMin) return null
  if (text.startsWith('+')) return { begins: `+${digits}` }
  if (digits.startsWith('00')) return { begins: `+${digits.slice(2)}` }
  return { ends: digits.replace(/^0/, '') }
}

const findByPhone = async (sql: Sql, text: string, limit: number): Promise<unknown[]> => {
  const phone = phoneIn(text)
  if (!phone) return []
  const found = await ('begins' in phone
    ? sql.query(byContact, ['phone', phone.begins, limit])
    : sql.query(byPhoneEnd, [phone.ends, limit]))
  return found.rows
}

const foundRow = z
  .object({
    id: z.string(),
    name: z.string(),
    avatar: z.string(),
    kind: z.enum(['guest', 'player']),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    blocked: z.boolean(),
  })
  .transform(
    ({ id, name, avatar, kind, email, phone, blocked }): DeskFoundPlayer => ({
      id,
      nickname: name,
      email: email ?? '',
      phoneNumber: phone ?? '',
      avatar,
      guest: kind === 'guest',
      blocked,
    }),
  )

/** Players by their ids, in that order. */
const readFound = async (sql: Sql, ids: readonly string[]): Promise<DeskFoundPlayer[]> => {
  const { rows } = await sql.query(
    `select p.id, p.name, p.avatar, p.kind, email.value as email, phone.value as phone,
       a.blocked_at is not null as blocked
     from player p
     left join login_account a on a.player_id = p.id
     left join contact email on email.player_id = p.id and email.kind = 'email'
     left join contact phone on phone.player_id = p.id and phone.kind = 'phone'
     where p.id = any($1::uuid[]) order by array_position($1::uuid[], p.id)`,
    [ids],
  )
  return foundRow.array().parse(rows)
}

/** Players by their id, or by what their address, number or nickname is like: in this order, each once. */
export const findPlayers = async (
  sql: Sql,
  { text, id }: { text: string; id: string | null },
): Promise<{ players: DeskFoundPlayer[]; more: boolean }> => {
  const limit = foundMax + 1
  const named = id === null ? [] : [{ id }]
  const byEmail = await sql.query(byContact, ['email', text.toLowerCase(), limit])
  const byNumber = await findByPhone(sql, text, limit)
  const byName = await sql.query(byNickname, [text, limit])
  const ids = idRows.parse([...named, ...byEmail.rows, ...byNumber, ...byName.rows])
  const players = await readFound(sql, [...new Set(ids)])
  return { players: players.slice(0, foundMax), more: players.length > foundMax }
}
