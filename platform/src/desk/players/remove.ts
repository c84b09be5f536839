import { removeNickname, removeUpload } from '../../accounts/index.ts'
import { countShown, tellChange } from '../../arena/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal } from '../../http/index.ts'
import { notifyProfile } from '../../players/index.ts'
import { inform, tellWritten } from '../conversations/handle.ts'
import type { World } from '../world.ts'
import { type Actor, auditAct, onAccount } from './act.ts'

/** Why it goes, and what support writes to the player. */
type Given = { reason: string; text: string }

type Removal = {
  action: string
  before: object
  /** Changes what the player shows; null where it is so already. */
  change: (tx: Sql) => Promise<object | null | Refusal>
}

/**
 * Removes what a player shows of themselves. The player reads of it in the support chat, and their pages show it after
 * the commit. What was removed before stays as it is; refused (1409) is what staff have not seen.
 */
const remove = async (
  world: World,
  actor: Actor,
  { reason, text }: Given,
  { action, before, change }: Removal,
): Promise<null | Refusal> => {
  let arenaIds: string[] = []
  const written = await onAccount(world, actor, async (tx, at) => {
    const after = await change(tx)
    if (after === null || isRefusal(after)) return after
    arenaIds = await countShown(tx, { playerId: actor.playerId, at })
    await auditAct(tx, actor, { at, action, reason, before, after: { ...after, text } })
    return inform(tx, actor, { messageId: world.newId(), text, at })
  })
  if (written === null || isRefusal(written)) return written
  tellWritten(world, actor, written)
  await notifyProfile(world, actor.playerId)
  for (const arenaId of arenaIds) await tellChange(world, arenaId)
  return null
}

/** Gives an account a drawn name in place of its nickname. Its owner may choose another. */
export const removeName = (
  world: World,
  actor: Actor,
  { nickname, ...given }: Given & { nickname: string },
): Promise<null | Refusal> =>
  remove(world, actor, given, {
    action: 'account.remove-name',
    before: { nickname },
    change: async (tx) => {
      const now = await removeNickname(tx, actor.playerId, nickname)
      return typeof now === 'string' ? { nickname: now } : now
    },
  })

/** Deletes the picture that an account uploaded, also while a drawn one is shown. Its owner may upload another. */
export const removePicture = (
  world: World,
  actor: Actor,
  { picture, ...given }: Given & { picture: string },
): Promise<null | Refusal> =>
  remove(world, actor, given, {
    action: 'account.remove-picture',
    before: { picture },
    change: async (tx) => {
      const avatar = await removeUpload(tx, actor.playerId, picture)
      return typeof avatar === 'string' ? { picture: null, avatar } : avatar
    },
  })
