import type { Contact, Login } from '@minefall/shared/contracts/rest'
import type { Sql } from '../../db/index.ts'
import { giveWelcome } from '../../ledger/index.ts'
import { becomePlayer } from '../../players/index.ts'
import { acceptTerms } from '../../terms/index.ts'
import type { World } from '../world.ts'

/** Draws of an invitation code before something else must be wrong. */
const draws = 20

/** Eight digits, the first not zero. Of 64 random bits the remainder is even to one part in a hundred billion. */
const drawInvitationCode = (randomBytes: World['randomBytes']): string =>
  String(10_000_000 + Number(Buffer.from(randomBytes(8)).readBigUInt64BE() % 90_000_000n))

/** An account with its own invitation code. An invitation that no one gave brings it to no one. */
const insertAccount = async (
  tx: Sql,
  world: World,
  { playerId, invitationCode, at }: { playerId: string; invitationCode: string | null; at: Date },
): Promise<void> => {
  for (let draw = 0; draw < draws; draw++) {
    const own = drawInvitationCode(world.randomBytes)
    if (own === world.settings.defaultInvitationCode) continue
    const { count } = await tx.query(
      `insert into login_account (player_id, invitation_code, invited_by, secured_at, created_at)
       values ($1, $2, (select player_id from login_account where invitation_code = $3), $4, $4)
       on conflict (invitation_code) do nothing`,
      [playerId, own, invitationCode, at],
    )
    if (count > 0) {
      await tx.query(
        `insert into referral (invited_id, inviter_id, joined_at)
         select player_id, invited_by, created_at from login_account
         where player_id = $1 and invited_by is not null`,
        [playerId],
      )
      return
    }
  }
  throw new Error('no free invitation code was drawn')
}

type NewContact = {
  playerId: string
  contact: Contact
  at: Date
  /** From when on it proves that the account is its owner's; null for always. */
  settlesAt: Date | null
}

export const insertContact = async (
  tx: Sql,
  { playerId, contact, at, settlesAt }: NewContact,
): Promise<void> => {
  await tx.query(
    `insert into contact (kind, value, player_id, country, verified_at, settles_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [contact.kind, contact.value, playerId, contact.kind === 'phone' ? contact.country : null, at, settlesAt],
  )
}

/**
 * Makes the account of a proven contact with its welcome gift, in the caller's transaction. The guest of this device
 * becomes its player, so that a match in progress goes on.
 */
export const register = async (
  tx: Sql,
  world: World,
  { contact, deviceId, invitationCode, accepted }: Login,
): Promise<string> => {
  const { guests, trialCoins, terms } = world
  const playerId = await becomePlayer(tx, { guests, deviceId, trialCoins })
  const at = new Date(world.clock.now())
  await insertAccount(tx, world, { playerId, invitationCode, at })
  await insertContact(tx, { playerId, contact, at, settlesAt: null })
  await acceptTerms(tx, { playerId, current: terms.current, accepted, at })
  // Last, as all gifts come out of one account, which is locked from here to the commit.
  await giveWelcome(tx, { playerId, amount: world.welcomeCoins })
  return playerId
}
