import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '../../db/index.ts'

/** An account without a contact, for what looks at its orders alone. */
export const newAccount = async (db: Sql): Promise<string> => {
  const id = randomUUID()
  await db.query(`insert into player (id, kind, name, avatar) values ($1, 'player', 'Somebody', 'otter')`, [
    id,
  ])
  await db.query(
    `insert into login_account (player_id, invitation_code, secured_at, created_at)
     values ($1, $2, now(), now())`,
    [id, String(randomBytes(4).readUInt32BE() % 100_000_000).padStart(8, '0')],
  )
  return id
}

export const newDestination = async (db: Sql, playerId: string): Promise<{ id: string; details: object }> => {
  const id = randomUUID()
  const details = { method: 'alipay', account: 'somebody@home.example', realName: 'Some Body' }
  await db.query(
    `insert into payout_destination (id, player_id, method, currency, details, fingerprint, created_at)
     values ($1, $2, 'alipay', 'CNY', $3, $4, now())`,
    [id, playerId, details, randomBytes(32)],
  )
  return { id, details }
}
