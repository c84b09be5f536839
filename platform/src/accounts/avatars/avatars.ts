import { addressOf, bodyCode } from '@minefall/shared/contracts'
import { accountCalls, avatarBytesMax, type avatarSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { avatarPicture } from '../../files/index.ts'
import { type Refusal, refusal, tooMany, wrongField } from '../../http/index.ts'
import { guestAvatars, notifyProfile, replacementOf } from '../../players/index.ts'
import { countIfAllowed, subjectOf } from '../limits.ts'
import type { SignedInAs } from '../sessions/authenticate.ts'
import { rates } from '../settings.ts'
import type { World } from '../world.ts'

/** Where an uploaded avatar is read. The id is drawn, so each upload has its own address. */
const addressOfAvatar = (id: string) => addressOf(accountCalls.avatar, { params: { id } })

const setAvatar = (sql: Sql, playerId: string, avatar: string) =>
  sql.query('update player set avatar = $2 where id = $1', [playerId, avatar])

const uploadOf = async (sql: Sql, playerId: string): Promise<string | null> => {
  const { rows } = await sql.query('select id from avatar_image where player_id = $1', [playerId])
  return z.object({ id: z.string() }).optional().parse(rows[0])?.id ?? null
}

/** What the player may choose from: the drawn avatars by name, and their own last upload. */
export const listAvatars = async (
  { db }: { db: Sql },
  { playerId }: SignedInAs,
): Promise<z.infer<typeof avatarSchema>[]> => {
  const upload = await uploadOf(db, playerId)
  const drawn = guestAvatars.map((name) => ({ avatarid: name, avatar: name }))
  return upload === null ? drawn : [...drawn, { avatarid: upload, avatar: addressOfAvatar(upload) }]
}

export const chooseAvatar = async (
  world: World,
  me: SignedInAs,
  avatarid: string,
): Promise<Refusal | { avatar: string }> => {
  const chosen = await world.db.transaction(async (tx) => {
    // An upload or a removal at the same time waits for the choice, or the choice for them.
    await tx.query('select from player where id = $1 for no key update', [me.playerId])
    const found = (await listAvatars({ db: tx }, me)).find((one) => one.avatarid === avatarid)
    if (found) await setAvatar(tx, me.playerId, found.avatar)
    return found
  })
  if (!chosen) return wrongField('avatarid', 'bad-parameters')
  await notifyProfile(world, me.playerId)
  return { avatar: chosen.avatar }
}

/** Counts an upload of an avatar; null, or why it is refused. */
export const countUpload = async (
  { db, clock }: World,
  { playerId }: SignedInAs,
): Promise<Refusal | null> => {
  const limits = [{ subject: subjectOf('upload', playerId), rate: rates.upload }]
  const counted = await countIfAllowed(db, limits, clock.now())
  return 'wait' in counted ? tooMany(counted.wait) : null
}

/** Takes an uploaded picture as the player's avatar, in place of their last upload. */
export const uploadAvatar = async (
  world: World,
  { playerId }: SignedInAs,
  bytes: Uint8Array,
): Promise<Refusal | { avatar: string }> => {
  const { db, clock, newId } = world
  if (bytes.length > avatarBytesMax) return refusal(bodyCode.imageTooLarge)
  const image = await avatarPicture(bytes)
  if (!image) return refusal(bodyCode.imageInvalid)
  const id = newId()
  const avatar = addressOfAvatar(id)
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into avatar_image (id, player_id, type, content, uploaded_at) values ($1, $2, $3, $4, $5)
       on conflict (player_id) do update set
         id = excluded.id, type = excluded.type, content = excluded.content, uploaded_at = excluded.uploaded_at`,
      [id, playerId, image.type, image.content, new Date(clock.now())],
    )
    await setAvatar(tx, playerId, avatar)
  })
  await notifyProfile(world, playerId)
  return { avatar }
}

/**
 * Deletes an account's upload, for staff, and gives it a drawn avatar where it showed that. Answers the avatar it has
 * now, null where there was no upload; refused (1409) where its owner has uploaded another than `picture`.
 */
export const removeUpload = async (
  tx: Sql,
  playerId: string,
  picture: string,
): Promise<string | null | Refusal> => {
  const deleted = await tx.query('delete from avatar_image where player_id = $1 and id = $2', [
    playerId,
    picture,
  ])
  if (deleted.count === 0) return (await uploadOf(tx, playerId)) === null ? null : refusal(bodyCode.conflict)
  const { rows } = await tx.query(
    'update player set avatar = case avatar when $2 then $3 else avatar end where id = $1 returning avatar',
    [playerId, addressOfAvatar(picture), replacementOf(playerId).avatar],
  )
  return z.object({ avatar: z.string() }).parse(rows[0]).avatar
}

const imageRow = z.object({ type: z.string(), content: z.instanceof(Uint8Array) })

/** An uploaded avatar for anyone who sees its owner, or null. */
export const readAvatar = async ({ db }: World, id: string): Promise<z.infer<typeof imageRow> | null> => {
  const { rows } = await db.query('select type, content from avatar_image where id = $1', [id])
  return imageRow.optional().parse(rows[0]) ?? null
}
