import { z } from 'zod'
import type { World } from '../world.ts'

const rowSchema = z.object({ inviter_id: z.string() })

/**
 * Tells who invited a new account, if anybody did, that somebody came, after the commit. Never rejects: they are read
 * again all the same.
 */
export const tellInviter = async (
  { db, bus, log }: Pick<World, 'db' | 'bus' | 'log'>,
  playerId: string,
): Promise<void> => {
  try {
    const { rows } = await db.query('select inviter_id from referral where invited_id = $1', [playerId])
    for (const { inviter_id } of rowSchema.array().parse(rows))
      bus.publish('player.rewards', inviter_id, { kind: 'progress' })
  } catch (error) {
    log.warn({ err: error, playerId }, 'an inviter could not be told')
  }
}
