import type { SecondPerson } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { OrderRow } from '../../wallet/index.ts'
import type { World } from '../world.ts'

const day = 86_400_000
const week = 7 * day

const sumsSchema = z.object({ player_id: z.string().nullable(), in_day: z.string(), in_week: z.string() })
type Sums = Record<'day' | 'week', bigint>

/**
 * Sums of completed orders that one person approved alone, in the last day and week: a row without an account for this
 * member of staff, and a row for each of the accounts, by any approver. An approval that didn't count, as of someone
 * disabled by then, makes no second person; where a release before wrote it, no one knows, and every approval does.
 */
const approvedAlone = (of: string, where: string): string => `
  select ${of} as player_id, coalesce(sum(o.amount) filter (where a.at > $3), 0)::text as in_day,
    coalesce(sum(o.amount), 0)::text as in_week
  from wallet_order_approval a join wallet_order o on o.id = a.order_id
  where ${where} and a.at > $4 and o.status = 'completed'
    and coalesce(a.alone, not exists (
      select from wallet_order_approval other where other.order_id = a.order_id and other.staff_id <> a.staff_id))`
const sums = `${approvedAlone('null::uuid', 'a.staff_id = $1')}
  union all ${approvedAlone('o.player_id', 'o.player_id = any($2::uuid[])')} group by o.player_id`

type Asking = {
  settings: World['settings']
  /** The person who would approve. */
  staffId: string
  /** Milliseconds since 1970. */
  now: number
}

/**
 * Resolves with a function that says why an order needs a second person; null if this one is enough, or if the order
 * has ended. An order needs one for its size, or if it would bring the sums approved alone by this person, or for its
 * account, to the limit of a day or week. Splitting an order doesn't avoid that.
 */
export const whySecondPerson = async (
  sql: Sql,
  orders: readonly OrderRow[],
  { settings, staffId, now }: Asking,
): Promise<(order: OrderRow) => SecondPerson | null> => {
  const { rows } = await sql.query(sums, [
    staffId,
    [...new Set(orders.map(({ playerId }) => playerId))],
    new Date(now - day),
    new Date(now - week),
  ])
  const approved = new Map(
    sumsSchema
      .array()
      .parse(rows)
      .map(({ player_id, in_day, in_week }): [string | null, Sums] => [
        player_id,
        { day: BigInt(in_day), week: BigInt(in_week) },
      ]),
  )
  const { secondPersonFrom, secondPersonInDay, secondPersonInWeek } = settings
  return ({ playerId, amount, endedAt }) => {
    if (endedAt !== null) return null
    if (amount >= secondPersonFrom)
      return { of: 'order', within: null, approved: '0', most: String(secondPersonFrom) }
    for (const [of, owner] of [
      ['staff', null],
      ['account', playerId],
    ] as const)
      for (const [within, most] of [
        ['day', secondPersonInDay],
        ['week', secondPersonInWeek],
      ] as const) {
        const before = approved.get(owner)?.[within] ?? 0n
        if (before + amount >= most) return { of, within, approved: String(before), most: String(most) }
      }
    return null
  }
}
