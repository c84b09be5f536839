import { type DeskPlayerDetail, hasRight, type Staff } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import { balanceOf } from '../../ledger/index.ts'
import { seatedOf } from '../../matches/index.ts'
import { readPlayState } from '../../safer-play/index.ts'
import { readConversation } from '../../support/index.ts'
import { readFlagsOf } from '../accounts/flags.ts'
import { readIdentity } from '../accounts/identity.ts'
import { readPlayers } from '../accounts/players.ts'
import type { World } from '../world.ts'
import { readBlock } from './block.ts'

const time = z.date().transform((at) => at.getTime())

const accountRow = z.object({
  created_at: time,
  country: z.string().nullable(),
  language: z.string(),
  currency: z.string(),
  level: z.int(),
  vip_level: z.int(),
  invitation_code: z.string(),
  invited_by: z.string().nullable(),
  invited_by_name: z.string().nullable(),
  has_password: z.boolean(),
  has_payment_password: z.boolean(),
  payment_locked_until: time.nullable(),
  secured_at: time,
})

/** What only an account has. Null for a guest. */
const readAccount = async (world: World, playerId: string): Promise<DeskPlayerDetail['account']> => {
  const { db, clock } = world
  const { rows } = await db.query(
    `select a.created_at, phone.country, a.language, a.currency, a.level, a.vip_level, a.invitation_code, a.invited_by,
       inviter.name as invited_by_name, a.password_hash is not null as has_password,
       a.payment_hash is not null as has_payment_password,
       case when a.payment_locked_until > $2 then a.payment_locked_until end as payment_locked_until, a.secured_at
     from login_account a
     left join player inviter on inviter.id = a.invited_by
     left join contact phone on phone.player_id = a.player_id and phone.kind = 'phone'
     where a.player_id = $1`,
    [playerId, new Date(clock.now())],
  )
  const row = accountRow.optional().parse(rows[0])
  const identity = await readIdentity(db, playerId)
  if (!row || !identity) return null
  return {
    registeredAt: row.created_at,
    country: row.country ?? '',
    language: row.language,
    currency: row.currency,
    level: row.level,
    vipLevel: row.vip_level,
    invitationCode: row.invitation_code,
    invitedBy: row.invited_by === null ? null : { id: row.invited_by, nickname: row.invited_by_name ?? '' },
    hasPassword: row.has_password,
    hasPaymentPassword: row.has_payment_password,
    paymentLockedUntil: row.payment_locked_until,
    securedAt: row.secured_at,
    blocked: await readBlock(db, playerId),
    play: await readPlayState(world, playerId),
    identity,
    flags: await readFlagsOf(db, playerId),
  }
}

const playerRow = z.object({ avatar: z.string(), picture: z.string().nullable(), created_at: time })

/** A player, of whom an account has more than a guest. Null for no one. */
export const viewPlayer = async (
  world: World,
  { role }: Staff,
  playerId: string,
): Promise<DeskPlayerDetail | null> => {
  const { db } = world
  const { rows } = await db.query(
    `select p.avatar, upload.id as picture, p.created_at from player p
     left join avatar_image upload on upload.player_id = p.id where p.id = $1`,
    [playerId],
  )
  const player = playerRow.optional().parse(rows[0])
  if (!player) return null
  const conversation = hasRight(role, 'conversations') ? await readConversation(db, playerId) : null
  return {
    ...(await readPlayers(db, [playerId]))(playerId),
    avatar: player.avatar,
    picture: player.picture,
    createdAt: player.created_at,
    account: await readAccount(world, playerId),
    balance: await balanceOf(db, playerId),
    seated: await seatedOf(db, playerId),
    conversation: conversation && {
      status: conversation.status,
      waitingSince: conversation.waitingSince,
      updatedAt: conversation.updatedAt,
    },
  }
}
