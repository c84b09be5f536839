import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const proofSchema = z
  .object({ player_id: z.string(), type: z.string(), content: z.instanceof(Uint8Array) })
  .transform(({ player_id, ...picture }) => ({ playerId: player_id, ...picture }))

/** A picture of a payment with whose order it belongs to, or null. It is for that player and for staff alone. */
export const readProof = async (sql: Sql, id: string): Promise<z.output<typeof proofSchema> | null> => {
  const { rows } = await sql.query(
    `select o.player_id, p.type, p.content from payment_proof p join wallet_order o on o.id = p.order_id
     where p.id = $1`,
    [id],
  )
  return proofSchema.optional().parse(rows[0]) ?? null
}
