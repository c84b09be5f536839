import { type OrderFlag, orderFlagSchema } from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { OrderRow } from '../../wallet/index.ts'
import type { World } from '../world.ts'

const rowSchema = z.object({ id: z.string(), flags: z.array(orderFlagSchema) })

/**
 * What a reviewer should look at, by order, in one statement for all of them:
 *
 * - `proof-seen`: a picture of it was a proof of another order, in the very same bytes.
 * - `no-proof`: it is said to be paid by a manual method, and no picture shows it.
 * - `amount-differs`: the provider told of another amount.
 * - `destination-shared`: another account saved the same destination, even where it took it back.
 * - `destination-new`: nothing of this account was paid out there before it was asked for.
 * - `account-flagged`: a flag about the account is open.
 * - `account-blocked`: the account is blocked; of a withdrawal, it waits until that ends.
 * - `identity-unreviewed`: it waits until staff have looked at who owns the account.
 * - `contact-undone`: a withdrawal that waits was placed before a change of the account's contacts was undone.
 */
const factsOf = `
  select o.id, array_remove(array[
    case when exists (
      select from payment_proof p join payment_proof seen on seen.sha256 = p.sha256 and seen.order_id <> p.order_id
      where p.order_id = o.id) then 'proof-seen' end,
    case when o.kind = 'deposit' and o.method <> 'checkout' and o.status in ('paid', 'reviewing')
      and not exists (select from payment_proof p where p.order_id = o.id) then 'no-proof' end,
    case when exists (
      select from provider_event e where e.order_id = o.id and e.outcome = 'amount-differs') then 'amount-differs' end,
    case when exists (
      select from payout_destination shared
      where shared.fingerprint = d.fingerprint and shared.player_id <> o.player_id) then 'destination-shared' end,
    case when o.kind = 'withdrawal' and not exists (
      select from wallet_order paid join payout_destination there on there.id = paid.destination_id
      where paid.player_id = o.player_id and paid.status = 'completed' and paid.ended_at < o.created_at
        and there.fingerprint = d.fingerprint) then 'destination-new' end,
    case when exists (
      select from abuse_flag f where f.player_ids @> array[o.player_id] and f.reviewed_at is null)
      then 'account-flagged' end,
    case when exists (
      select from login_account a where a.player_id = o.player_id and a.blocked_at is not null)
      then 'account-blocked' end,
    case when o.kind = 'withdrawal' and o.status = 'pending' and identity_due(o.player_id, o.amount, $2)
      then 'identity-unreviewed' end,
    case when o.kind = 'withdrawal' and o.status = 'pending' and exists (
      select from contact_change c where c.player_id = o.player_id and c.at <= o.created_at and c.undone_at >= o.created_at)
      then 'contact-undone' end
  ], null) as flags
  from wallet_order o left join payout_destination d on d.id = o.destination_id
  where o.id = any($1::uuid[])`

export const flagOrders = async (
  sql: Sql,
  { identityReviewAbove }: World['settings'],
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, OrderFlag[]>> => {
  const { rows } = await sql.query(factsOf, [orders.map(({ id }) => id), identityReviewAbove])
  return new Map(
    rowSchema
      .array()
      .parse(rows)
      .map(({ id, flags }) => [id, flags]),
  )
}
