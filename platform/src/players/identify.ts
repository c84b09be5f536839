import { createHash } from 'node:crypto'
import { z } from 'zod'
import { callAll, type Lane, type Sql } from '../db/index.ts'
import { refillTrial } from '../ledger/index.ts'
import { drawGuest } from './guest-names.ts'

export type Player = { id: string; kind: 'guest' | 'player'; name: string; avatar: string }

const playerRow = z.object({
  id: z.string(),
  kind: z.enum(['guest', 'player']),
  name: z.string(),
  avatar: z.string(),
})

export type IdentifyOptions = {
  /** The guest's credential, as the client sent it. Only its SHA-256 is kept. */
  deviceId: string
  /** Draws a UUID, version 7 so that new rows lie side by side in the index. */
  newId: () => string
  /** Numbers in [0, 1), for the name and the avatar. */
  random: () => number
  /** Milliseconds since 1970. */
  now: number
  /** The trial coins a new guest begins with. */
  trialCoins: bigint
}

const columns = 'id, kind, name, avatar'

/** The player with this id. Throws where there is none. */
export const readPlayer = async (sql: Sql, id: string): Promise<Player> => {
  const { rows } = await sql.query(`select ${columns} from player where id = $1`, [id])
  return playerRow.parse(rows[0])
}

/** How a device id is kept. */
export const hashOf = (deviceId: string) => Uint8Array.from(createHash('sha256').update(deviceId).digest())

/** The guest who holds this device id, or null. */
export const guestOf = async (sql: Sql, deviceId: string): Promise<Player | null> => {
  const { rows } = await sql.query(`select ${columns} from player where device_hash = $1`, [hashOf(deviceId)])
  return playerRow.optional().parse(rows[0]) ?? null
}

/**
 * The player who holds this device id, made as a guest on the first call, with trial coins in the same transaction.
 * However many first calls come at the same time, they all get the one player.
 */
export const identify = async (
  db: Lane,
  { deviceId, newId, random, now, trialCoins }: IdentifyOptions,
): Promise<Player> => {
  const known = await guestOf(db, deviceId)
  if (known) return known
  const { name, avatar } = drawGuest(random)
  const made = await db.transaction(async (tx) => {
    const id = newId()
    const { rows } = await tx.query(
      `insert into player (id, kind, name, avatar, device_hash, created_at)
       values ($1, 'guest', $2, $3, $4, $5) on conflict (device_hash) do nothing returning ${columns}`,
      [id, name, avatar, hashOf(deviceId), new Date(now)],
    )
    if (rows[0]) await callAll(tx, [refillTrial({ playerId: id, to: trialCoins, key: 'first' })])
    return rows[0]
  })
  // No row: another call made the player in the meantime, and a new statement sees it.
  return made ? playerRow.parse(made) : playerRow.parse(await guestOf(db, deviceId))
}
