import { type Invited, invitedSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** Where a page goes on: the number of its last invitation. */
export const invitedPlaceSchema = z.tuple([z.int().min(1)])
export type InvitedPlace = z.infer<typeof invitedPlaceSchema>

const { status, reason } = invitedSchema.shape

const rowSchema = z.object({
  id: z.bigint(),
  name: z.string(),
  avatar: z.string(),
  joined_at: z.date(),
  matches: z.int(),
  discounted: z.int(),
  status,
  reason,
  amount: z.bigint().nullable(),
  decided_at: z.date().nullable(),
})

const invitedOf = (row: z.infer<typeof rowSchema>): Invited => ({
  name: row.name,
  avatar: row.avatar,
  joinedAt: row.joined_at.getTime(),
  matches: row.matches,
  discounted: row.discounted,
  status: row.status,
  reason: row.reason,
  amount: row.amount?.toString() ?? null,
  decidedAt: row.decided_at?.getTime() ?? null,
})

/** A page of those who came by someone's invitation, the newest first. */
export const readInvited = async (
  sql: Sql,
  playerId: string,
  { from, limit }: { from: InvitedPlace | undefined; limit: number },
): Promise<{ items: Invited[]; next: InvitedPlace | null }> => {
  const { rows } = await sql.query(
    `select r.id, p.name, p.avatar, r.joined_at, r.matches, r.discounted, r.status, r.reason, r.amount, r.decided_at
     from referral r join player p on p.id = r.invited_id
     where r.inviter_id = $1 and ($2::bigint is null or r.id < $2)
     order by r.id desc limit $3`,
    // One more row tells whether there is a next page.
    [playerId, from?.[0] ?? null, limit + 1],
  )
  const page = rowSchema.array().parse(rows.slice(0, limit))
  const last = page.at(-1)
  return { items: page.map(invitedOf), next: rows.length > limit && last ? [Number(last.id)] : null }
}
