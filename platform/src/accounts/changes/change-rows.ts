import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { OwnContact } from '../contacts.ts'
import { lifetimes } from '../settings.ts'
import type { World } from '../world.ts'

const rowSchema = z
  .object({
    id: z.bigint(),
    kind: z.enum(['phone', 'email']),
    old_value: z.string().nullable(),
    old_country: z.string().nullable(),
    old_settles_at: z.date().nullable(),
    at: z.date(),
    undo_until: z.date(),
  })
  .transform(({ id, kind, old_value, old_country, old_settles_at, at, undo_until }) => ({
    id,
    kind,
    old: old_value === null ? null : { value: old_value, country: old_country, settlesAt: old_settles_at },
    /** Whether the replaced contact was settled then. True if there was none. */
    wasSettled: old_settles_at === null || old_settles_at <= at,
    at: at.getTime(),
    undoUntil: undo_until.getTime(),
  }))

/** A change of a contact that can be undone. Times are in milliseconds since 1970. */
export type OpenChange = z.output<typeof rowSchema>

/** The changes of an account that can be undone now, in the order they were made. */
export const openChanges = async (sql: Sql, playerId: string, now: number): Promise<OpenChange[]> => {
  const { rows } = await sql.query(
    `select id, kind, old_value, old_country, old_settles_at, at, undo_until from contact_change
     where player_id = $1 and undone_at is null and undo_until > $2 order by id`,
    [playerId, new Date(now)],
  )
  return rowSchema.array().parse(rows)
}

const hashOf = (token: string): Uint8Array => Uint8Array.from(createHash('sha256').update(token).digest())

/** Draws a link's token for a change: 128 random bits. The database stores only its hash. */
export const drawUndoToken = async (
  sql: Sql,
  { randomBytes }: Pick<World, 'randomBytes'>,
  changeId: bigint,
): Promise<string> => {
  const token = Buffer.from(randomBytes(16)).toString('base64url')
  await sql.query('insert into contact_undo (token_hash, change_id) values ($1, $2)', [
    hashOf(token),
    changeId,
  ])
  return token
}

/**
 * The change that a link undoes, and its account. Null for an unknown token and for a change that was undone or can no
 * longer be undone. Comparing hashes of random tokens leaks nothing through its timing.
 */
export const changeOfToken = async (
  sql: Sql,
  token: string,
  now: number,
): Promise<{ id: bigint; playerId: string } | null> => {
  const { rows } = await sql.query(
    `select c.id, c.player_id from contact_undo u join contact_change c on c.id = u.change_id
     where u.token_hash = $1 and c.undone_at is null and c.undo_until > $2`,
    [hashOf(token), new Date(now)],
  )
  const row = z.object({ id: z.bigint(), player_id: z.string() }).optional().parse(rows[0])
  return row ? { id: row.id, playerId: row.player_id } : null
}

/** The latest change that took a settled contact off an account and can still be undone; null for none. */
export const reservedFor = async (
  sql: Sql,
  { kind, value }: OwnContact,
  now: number,
): Promise<{ id: bigint; playerId: string; undoUntil: number } | null> => {
  const { rows } = await sql.query(
    `select id, player_id, undo_until from contact_change
     where kind = $1 and old_value = $2 and undone_at is null and undo_until > $3
       and coalesce(old_settles_at <= at, true)
     order by id desc limit 1`,
    [kind, value, new Date(now)],
  )
  const row = z
    .object({ id: z.bigint(), player_id: z.string(), undo_until: z.date() })
    .optional()
    .parse(rows[0])
  return row ? { id: row.id, playerId: row.player_id, undoUntil: row.undo_until.getTime() } : null
}

/**
 * Records a change, in its transaction. Extends the earlier ones to the same deadline, so that a second change doesn't
 * outlast the undo of the first.
 */
export const insertChange = async (
  tx: Sql,
  { playerId, kind, value, at }: { playerId: string; kind: OwnContact['kind']; value: string; at: number },
): Promise<bigint> => {
  const until = new Date(at + lifetimes.undo)
  await tx.query(
    `update contact_change set undo_until = $3 where player_id = $1 and undone_at is null and undo_until > $2`,
    [playerId, new Date(at), until],
  )
  const { rows } = await tx.query(
    `insert into contact_change (player_id, kind, old_value, old_country, old_settles_at, new_value, at, undo_until)
     select $1, $2, c.value, c.country, c.settles_at, $3, $4, $5
     from (select) as one left join contact c on c.player_id = $1 and c.kind = $2
     returning id`,
    [playerId, kind, value, new Date(at), until],
  )
  return z.object({ id: z.bigint() }).parse(rows[0]).id
}
