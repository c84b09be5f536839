import { z } from 'zod'
import { callAll, type Sql } from '../db/index.ts'
import { refillTrial } from '../ledger/index.ts'
import { drawGuest } from './guest-names.ts'
import { hashOf, type IdentifyOptions } from './identify.ts'

const rowSchema = z.object({ id: z.string() })

/**
 * The player of a new account, in the caller's transaction: the guest who holds this device id, with their name,
 * coins and seat, or a new player where there is none. The device id opens nothing from then on.
 */
export const becomePlayer = async (
  tx: Sql,
  { deviceId, newId, random, now, trialCoins }: IdentifyOptions,
): Promise<string> => {
  const { rows } = await tx.query(
    `update player set kind = 'player', device_hash = null
     where device_hash = $1 and kind = 'guest' returning id`,
    [hashOf(deviceId)],
  )
  if (rows[0]) return rowSchema.parse(rows[0]).id
  const { name, avatar } = drawGuest(random)
  const id = newId()
  await tx.query(
    `insert into player (id, kind, name, avatar, created_at) values ($1, 'player', $2, $3, $4)`,
    [id, name, avatar, new Date(now)],
  )
  await callAll(tx, [refillTrial({ playerId: id, to: trialCoins, key: 'first' })])
  return id
}
