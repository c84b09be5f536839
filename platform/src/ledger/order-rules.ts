/**
 * The rules between the ledger and the wallet's orders, each a statement of its own, as in `reconciliation-rules.ts`.
 * What should be and what is are written out as text and compared, so that a finding says both.
 */
export const orderRules: readonly string[] = [
  // One hold for each withdrawal, open as long as the order waits, and none for anything else.
  `select format('withdrawal %s: it is %s, so its hold should be %s, and is %s',
            coalesce(o.number, h.ref), coalesce(o.status, 'unknown'), coalesce(o.due, 'none'), coalesce(h.found, 'none'))
   from (select id::text as ref, number, status,
           format('%s coin of %s, %s', amount, player_id,
             case status when 'pending' then 'open' when 'completed' then 'captured' else 'released' end) as due
         from wallet_order where kind = 'withdrawal') o
     full join (select h.ref, string_agg(format('%s %s of %s, %s', h.amount, a.asset, a.owner, coalesce(r.outcome, 'open')),
                        '; ' order by h.id) as found
                from hold h join account a on a.id = h.account_id left join hold_resolution r on r.hold_id = h.id
                where h.purpose = 'withdrawal' group by h.ref) h using (ref)
   where o.due is distinct from h.found`,

  // A completed order is one transfer of its amounts, of bonus coins where the sandbox was paid; no other is any.
  `select format('%s %s: it is %s, so %s should have moved by it, and there did %s',
            ref_type, coalesce(o.number, ref_id), coalesce(o.status, 'unknown'),
            coalesce(o.due, 'nothing'), coalesce(t.moved, 'nothing'))
   from (select o.kind as ref_type, o.id::text as ref_id, o.number, o.status,
           string_agg(format('%s %s %s %s', part.amount, o.asset, part.kind, part.owner), '; ' order by part.kind, part.owner)
             filter (where o.status = 'completed' and part.amount <> 0) as due
         from wallet_order o cross join lateral (values
           ('player', o.player_id::text, case o.kind when 'deposit' then o.amount else -o.amount end),
           (case when o.asset = 'promo' then 'promo' when o.kind = 'deposit' then 'payin:' || o.method
                 else 'payout:' || o.method end,
            case when o.asset = 'promo' then 'sandbox' else o.currency end,
            case o.kind when 'deposit' then -o.amount else o.amount - o.fee_coins end),
           ('house', 'fees', o.fee_coins)) as part (kind, owner, amount)
         group by o.id) o
     full join (select t.ref_type, t.ref_id,
                  string_agg(format('%s %s %s %s', e.amount, e.asset, a.kind, a.owner), '; ' order by a.kind, a.owner) as moved
                from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id
                where t.ref_type in ('deposit', 'withdrawal') group by t.ref_type, t.ref_id) t using (ref_type, ref_id)
   where o.due is distinct from t.moved`,

  `select format('%s %s: it is %s in version %s, and has %s events, the last of which says %s',
            o.kind, o.number, o.status, o.version, count(e.nth),
            coalesce((array_agg(e.status order by e.nth desc))[1], 'nothing'))
   from wallet_order o left join wallet_order_event e on e.order_id = o.id
   group by o.id
   having o.version <> count(e.nth) or o.version <> max(e.nth)
       or o.status is distinct from (array_agg(e.status order by e.nth desc))[1]`,

  `select format('hold %s: of %s for %s, which nobody knows', id, amount, purpose)
   from hold where purpose not in ('stake', 'withdrawal')`,
]
