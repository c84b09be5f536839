import { bodyCode } from '@minefall/shared/contracts'
import type { DeskNote } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'
import { type Actor, auditAct } from './act.ts'

/** Where a page of notes goes on: when its last one was written, and its id. */
export const notePlaceSchema = z.tuple([z.int().min(0).max(8.64e15), z.uuid()])
export type NotePlace = z.infer<typeof notePlaceSchema>

const noteRow = z
  .object({ id: z.string(), created_at: z.date(), staff_id: z.string(), name: z.string(), body: z.string() })
  .transform(
    ({ id, created_at, staff_id, name, body }): DeskNote => ({
      id,
      at: created_at.getTime(),
      by: { id: staff_id, name },
      text: body,
    }),
  )

const columns = 'n.id, n.created_at, n.staff_id, s.name, n.body'

/** What staff wrote of a player, the newest first. */
export const readNotes = async (
  sql: Sql,
  { playerId, from, limit }: { playerId: string; from?: NotePlace | undefined; limit: number },
): Promise<{ notes: DeskNote[]; next: NotePlace | null }> => {
  const [at, id] = from ?? [null, null]
  const { rows } = await sql.query(
    `select ${columns} from player_note n join staff s on s.id = n.staff_id
     where n.player_id = $1 and ($2::timestamptz is null or (n.created_at, n.id) < ($2, $3::uuid))
     order by n.created_at desc, n.id desc limit $4`,
    [playerId, at === null ? null : new Date(at), id, limit + 1],
  )
  const notes = noteRow.array().parse(rows.slice(0, limit))
  const last = notes.at(-1)
  return { notes, next: rows.length > limit && last ? [last.at, last.id] : null }
}

/**
 * Writes a note of a player, an account or a guest, permanently. The same id is the same note; with other content, or of
 * someone else, it is refused (1409); of no one 1404, and of your own account 1403.
 */
export const addNote = (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  actor: Actor,
  { noteId, text }: { noteId: string; text: string },
): Promise<DeskNote | Refusal> =>
  db.transaction(async (tx) => {
    const { playerId, staff } = actor
    const player = await tx.query('select from player where id = $1', [playerId])
    if (player.count === 0) return refusal(bodyCode.notFound)
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    if (await ownsOne(tx, staff, [playerId])) return refusal(bodyCode.notAllowed)
    const at = clock.now()
    const added = await tx.query(
      `insert into player_note (id, player_id, staff_id, body, created_at) values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing`,
      [noteId, playerId, staff.id, text, new Date(at)],
    )
    if (added.count > 0) await auditAct(tx, actor, { at, action: 'note.add', after: { noteId } })
    const { rows } = await tx.query(
      `select ${columns} from player_note n join staff s on s.id = n.staff_id
       where n.id = $1 and n.player_id = $2 and n.staff_id = $3 and n.body = $4`,
      [noteId, playerId, staff.id, text],
    )
    return noteRow.optional().parse(rows[0]) ?? refusal(bodyCode.conflict)
  })
