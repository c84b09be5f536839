import { createHash } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import { avatarBytesMax, proofsMax } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import { countIfAllowed, type Rate, subjectOf, uncount } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { type Picture, readablePicture } from '../../files/index.ts'
import { isRefusal, type Refusal, refusal, tooMany, wrongField } from '../../http/index.ts'
import { movedOn, touchDeposit } from '../orders/expiry.ts'
import { moveOrder, notifyStaff } from '../orders/move-order.ts'
import type { OrderRow, OwnOrderKey } from '../orders/order-row.ts'
import type { World } from '../world.ts'

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

/** Pictures of payments that a player may have read. */
const rate: Rate = { most: 20, withinMs: 3_600_000 }

type Upload = OwnOrderKey & {
  file: Uint8Array
  /** What was counted for it. */
  counted: readonly bigint[]
}

/** Counts a picture of a payment before it is read: what `uncount` takes back, or why it is refused. */
export const countProof = async ({ db, clock }: World, playerId: string): Promise<bigint[] | Refusal> => {
  const decided = await countIfAllowed(db, [{ subject: subjectOf('proof', playerId), rate }], clock.now())
  return 'wait' in decided ? tooMany(decided.wait) : decided.ids
}

/** The result for an uploaded file: already there, refused, or null: accepted. */
const fateOf = async (tx: Sql, order: OrderRow, sha256: Uint8Array): Promise<'known' | Refusal | null> => {
  const { rows } = await tx.query('select sha256 = $2 as equal from payment_proof where order_id = $1', [
    order.id,
    sha256,
  ])
  if (rows.some(({ equal }) => equal === true)) return 'known'
  const isAwaited = order.status === 'submitted' || order.status === 'paid'
  // Only the provider reports payments by checkout.
  if (!isAwaited || order.method === 'checkout') return movedOn(order)
  return rows.length >= proofsMax ? wrongField('image', 'proof-limit') : null
}

const keep = (tx: Sql, order: OrderRow, sha256: Uint8Array, picture: Picture, id: string, at: number) =>
  tx.query(
    'insert into payment_proof (id, order_id, sha256, type, content, uploaded_at) values ($1, $2, $3, $4, $5, $6)',
    [id, order.id, sha256, picture.type, picture.content, new Date(at)],
  )

/**
 * Keeps a picture of the payment of a player's own deposit, once for each file; one that still waited to be paid is paid
 * with that. Answers the order as it is then. The uploads of an order are to come one after another, so that equal ones
 * at once are read once.
 */
export const uploadProof = async (
  world: World,
  { file, counted, ...asked }: Upload,
): Promise<OrderRow | Refusal> => {
  if (file.length > avatarBytesMax) return refusal(bodyCode.imageTooLarge)
  const sha256 = Uint8Array.from(createHash('sha256').update(file).digest())
  // Before any work is done for it.
  let fate = null as Awaited<ReturnType<typeof fateOf>>
  const looked = await touchDeposit(world, asked, async (tx, order) => {
    fate = await fateOf(tx, order, sha256)
    return isRefusal(fate) ? fate : order
  })
  // The same file again is the same picture, and counts once.
  if (fate === 'known') await uncount(world.db, counted)
  if (isRefusal(looked) || fate === 'known') return looked
  const picture = await readablePicture(file)
  if (!picture) return refusal(bodyCode.imageInvalid)
  const id = world.newId()
  const kept = await touchDeposit(world, asked, async (tx, order, at) => {
    const fate = await fateOf(tx, order, sha256)
    if (fate === 'known') return order
    if (fate) return fate
    await keep(tx, order, sha256, picture, id, at)
    return order.status === 'submitted'
      ? moveOrder(tx, order, { to: 'paid', by: { kind: 'player', id: order.playerId }, at })
      : order
  })
  if (!isRefusal(kept)) notifyStaff(world, kept)
  return kept
}
