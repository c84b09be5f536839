/** What a transfer of bonus coins moved, as the rules below write it out, for those of a kind of reference. */
const movedBy = (refType: string): string =>
  `select t.ref_id, t.step, string_agg(format('%s %s %s %s', e.amount, e.asset, a.kind, a.owner), '; '
     order by a.kind, a.owner) as moved
   from transfer t join entry e on e.transfer_id = t.id join account a on a.id = e.account_id
   where t.ref_type = '${refType}' group by t.ref_id, t.step`

/** What a gift of an amount to a player should have moved, from a source. */
const giftTo = (player: string, source: string): string =>
  `format('%s promo player %s; -%s promo promo ${source}', amount, ${player}, amount)`

/**
 * The rules between the ledger and what is given for play, and between what is counted and its sums, each a statement
 * of its own, as in `reconciliation-rules.ts`.
 */
export const rewardRules: readonly string[] = [
  `select format('gift %s of player %s: %s should have moved by it, and there did %s',
            step, ref_id, coalesce(c.due, 'nothing'), coalesce(t.moved, 'nothing'))
   from (select player_id::text as ref_id, bonus_type || '/' || period as step, ${giftTo('player_id', 'gifts')} as due
         from gift_claim) c
     full join (${movedBy('gift')}) t using (ref_id, step)
   where c.due is distinct from t.moved`,

  `select format('gift %s of player %s: its claim names transfer %s, which is of %s', c.bonus_type || '/' || c.period,
            c.player_id, c.transfer_id, t.ref_type || ' ' || t.ref_id || ' ' || t.step)
   from gift_claim c join transfer t on t.id = c.transfer_id
   where (t.ref_type, t.ref_id, t.step) is distinct from ('gift', c.player_id::text, c.bonus_type || '/' || c.period)`,

  `select format('invitation of player %s: it is %s, so %s should have moved by it, and there did %s',
            ref_id, coalesce(r.status, 'unknown'), coalesce(r.due, 'nothing'), coalesce(t.moved, 'nothing'))
   from (select invited_id::text as ref_id, 'earned' as step, status,
           case status when 'earned' then ${giftTo('inviter_id', 'referral')} end as due
         from referral) r
     full join (${movedBy('referral')}) t using (ref_id, step)
   where r.due is distinct from t.moved`,

  `select format('progress of player %s: %s, and the seats that count make %s',
            player_id, coalesce(p.told, 'none'), coalesce(c.made, 'none'))
   from (select player_id, format('%s matches, %s staked', matches, staked) as told from player_progress) p
     full join (select player_id, format('%s matches, %s staked', count(*),
                  coalesce(sum(stake) filter (where asset = 'coin'), 0)) as made
                from counted_seat where discounted is null group by player_id) c using (player_id)
   where p.told is distinct from c.made`,
]
