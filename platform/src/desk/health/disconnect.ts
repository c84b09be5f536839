import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

/** Which connection of which player, and why it is ended. */
export type Disconnection = { edge: string; connectionId: string; playerId: string; reason: string }

/** A BFF beats twice a second: one that was not heard of for so long, though busy, ends nothing. In milliseconds. */
const heardMs = 15_000
/** A connection that ended may be back, and that told only with the next batch, in milliseconds. */
const backMs = 15_000

const lastSchema = z.object({ kind: z.string() })

/** Whether this connection is known to have ended permanently. */
const isGone = async (
  tx: Sql,
  { edge, connectionId, playerId }: Disconnection,
  now: number,
): Promise<boolean> => {
  const { rows } = await tx.query(
    `select kind from connection_event
     where player_id = $1 and edge = $2 and connection_id = $3
     order by at desc, id desc limit 1`,
    [playerId, edge, connectionId],
  )
  const kind = lastSchema.optional().parse(rows[0])?.kind
  if (kind !== 'closed' && kind !== 'kicked') return false
  const { count } = await tx.query(
    `select from connection_event where player_id = $1 and edge = $2 and connection_id = $3 and at > $4 limit 1`,
    [playerId, edge, connectionId, new Date(now - backMs)],
  )
  return count === 0
}

/**
 * Ends a connection, as long as it is this player's: its BFF is notified after the commit of the audit log's entry, and ends
 * nothing where the connection is gone or another player's by then. Refused where that BFF is not heard of or there is no
 * such player (1404), where the connection is known to have ended permanently (1409), and for someone who is disabled (1501).
 */
export const disconnect = async (
  { db, bus, clock, health }: World,
  what: Disconnection,
  { staff, address }: By,
): Promise<null | Refusal> => {
  const { edge, connectionId, playerId, reason } = what
  if (!health.isHeard(edge, heardMs)) return refusal(bodyCode.notFound)
  const refused = await db.transaction(async (tx) => {
    if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
    const { count } = await tx.query('select from player where id = $1', [playerId])
    if (count === 0) return refusal(bodyCode.notFound)
    const at = clock.now()
    if (await isGone(tx, what, at)) return refusal(bodyCode.conflict)
    await writeAudit(tx, {
      at,
      staffId: staff.id,
      action: 'connection.disconnect',
      subject: { type: 'account', id: playerId },
      reason,
      after: { edge, connectionId },
      address,
    })
    return null
  })
  if (refused === null) bus.publish('edge.kick', edge, { id: connectionId, playerId, reason })
  return refused
}
