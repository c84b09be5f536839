import { bodyCode } from '@minefall/shared/contracts'
import { avatarBytesMax } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { addressLimits, countIfAllowed, type Limit, type Rate, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { readablePicture } from '../../files/index.ts'
import { type Refusal, refusal, tooMany } from '../../http/index.ts'
import type { World } from '../world.ts'

const hour = 3_600_000

export const pictureRates = {
  /** Pictures that one player, or one member of staff, may have read. */
  writer: { most: 20, withinMs: hour },
  /** The same of all guests of one network address. */
  guests: { most: 30, withinMs: hour },
  guestsDay: { most: 60, withinMs: 24 * hour },
} as const satisfies Record<string, Rate>

/** A picture that was never sent is deleted after this, in milliseconds. */
const unsentMs = 24 * hour

/** Whose upload it is: a player's, or that of a member of staff; and where a guest calls from, null for all others. */
export type Uploader = { id: string; guestAddress: string | null }

const limitsOf = ({ id, guestAddress }: Uploader): Limit[] => [
  { subject: subjectOf('chat-picture', id), rate: pictureRates.writer },
  ...(guestAddress === null
    ? []
    : [
        ...addressLimits('chat-picture-guests', guestAddress, pictureRates.guests),
        ...addressLimits('chat-picture-guests-day', guestAddress, pictureRates.guestsDay),
      ]),
]

/** Counts a picture; null, or why it is refused: too many came (1429). */
export const countPicture = async (
  { db, clock }: Pick<World, 'db' | 'clock'>,
  uploader: Uploader,
): Promise<Refusal | null> => {
  const counted = await countIfAllowed(db, limitsOf(uploader), clock.now())
  return 'wait' in counted ? tooMany(counted.wait) : null
}

type Upload = {
  /** Whose conversation it is for. */
  playerId: string
  /** Who of staff uploads it; null for the player. */
  staffId: string | null
  file: Uint8Array
  /** Counts what is about to be kept, in bytes: null, or why it is refused. */
  spend?: (bytes: number) => Promise<Refusal | null>
}

/**
 * Keeps a picture that is to be sent with a message, and answers its id. Refused where the file is too large (1122) or no
 * picture (1121). It was counted before it was read. Throws `Busy` when too many wait to be read.
 */
export const uploadPicture = async (
  { db, clock, newId }: Pick<World, 'db' | 'clock' | 'newId'>,
  { playerId, staffId, file, spend }: Upload,
): Promise<{ pictureId: string } | Refusal> => {
  if (file.length > avatarBytesMax) return refusal(bodyCode.imageTooLarge)
  const picture = await readablePicture(file)
  if (!picture) return refusal(bodyCode.imageInvalid)
  const refused = await spend?.(picture.content.length)
  if (refused) return refused
  const pictureId = newId()
  await db.query(
    `insert into support_picture (id, player_id, staff_id, type, content, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [pictureId, playerId, staffId, picture.type, picture.content, new Date(clock.now())],
  )
  return { pictureId }
}

const pictureRow = z
  .object({ player_id: z.string(), type: z.string(), content: z.instanceof(Uint8Array) })
  .transform(({ player_id, ...picture }) => ({ playerId: player_id, ...picture }))

/** A picture with whose conversation it is of, or null. It is for that player and for staff alone. */
export const readPicture = async (sql: Sql, id: string): Promise<z.output<typeof pictureRow> | null> => {
  const { rows } = await sql.query('select player_id, type, content from support_picture where id = $1', [id])
  return pictureRow.optional().parse(rows[0]) ?? null
}

/** Deletes what was never sent; it can't be any more by then. */
export const sweepPictures = async ({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<void> => {
  await db.query(
    `delete from support_picture p where p.created_at <= $1
       and not exists (select from conversation_message m where m.picture_id = p.id)`,
    [new Date(clock.now() - unsentMs)],
  )
}
