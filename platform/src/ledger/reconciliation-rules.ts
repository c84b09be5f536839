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
 * The rules between the ledger and what is given for play, and between what is counted and its sums, each a
 * separate statement, as in `reconciliation-rules.ts`.
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

/** What is owed out of the account of an arena: prizes that are not paid yet, stakes that are to come back. */
const owing = `exists (select from arena_prize p where p.arena_id = r.id and p.transfer_id is null)
  or (r.canceled_at is not null and exists (
    select from arena_stake s where s.arena_id = r.id and s.refunded_at is null))`

/** The rules between the ledger and arenas, each a separate statement, as in the others of this file. */
export const arenaRules: readonly string[] = [
  `select format('stake %s of an arena, %s: %s should have moved by it, and there did %s',
            ref_id, step, coalesce(s.due, 'nothing'), coalesce(t.moved, 'nothing'))
   from (select s.id::text as ref_id, part.step, case part.step
             when 'paid' then format('%s %s arena %s; -%s %s player %s', amount, asset, r.id, amount, asset, player_id)
             else format('-%s %s arena %s; %s %s player %s', amount, asset, r.id, amount, asset, player_id) end as due
         from arena_stake s join arena r on r.id = s.arena_id
         cross join (values ('paid'), ('refunded')) as part (step)
         where part.step = 'paid' or s.refunded_at is not null) s
     full join (${movedBy('arena-stake')}) t using (ref_id, step)
   where s.due is distinct from t.moved`,

  `select format('prize of player %s in arena %s: %s should have moved by it, and there did %s',
            step, ref_id, coalesce(p.due, 'nothing'), coalesce(t.moved, 'nothing'))
   from (select p.arena_id::text as ref_id, p.player_id::text as step, case
             when r.stake = 0 then ${giftTo('p.player_id', 'arenas')}
             else format('-%s %s arena %s; %s %s player %s', amount, asset, r.id, amount, asset, p.player_id) end as due
         from arena_prize p join arena r on r.id = p.arena_id where p.transfer_id is not null) p
     full join (${movedBy('arena-prize')}) t using (ref_id, step)
   where p.due is distinct from t.moved`,

  `select format('arena %s: its account has %s %s, and nothing is owed out of it', r.id, a.posted, a.asset)
   from account a join arena r on r.id::text = a.owner
   where a.kind = 'arena' and a.posted <> 0 and (r.finished_at is not null or r.canceled_at is not null)
     and not (${owing})`,
]

/**
 * The rules between the ledger and the wallet's orders, each a separate statement, as in `reconciliation-rules.ts`.
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

  // The rule before this one tells of each order that moved something else; by nothing but orders do coins come and go.
  // Migration 0030 gave back what the sandbox had brought.
  `select format('transfer %s: it moved %s coins of %s %s for %s %s, which is no order',
            t.id, e.amount, a.kind, a.owner, t.ref_type, t.ref_id)
   from account a join entry e on e.account_id = a.id join transfer t on t.id = e.transfer_id
   where (a.kind like 'payin:%' or a.kind like 'payout:%')
     and split_part(a.kind, ':', 2) in (select method from payment_channel)
     and t.ref_type not in ('deposit', 'withdrawal', 'sandbox')`,

  `select format('%s %s: it is %s in version %s, and has %s events, the last of which says %s',
            o.kind, o.number, o.status, o.version, count(e.nth),
            coalesce((array_agg(e.status order by e.nth desc))[1], 'nothing'))
   from wallet_order o left join wallet_order_event e on e.order_id = o.id
   group by o.id
   having o.version <> count(e.nth) or o.version <> max(e.nth)
       or o.status is distinct from (array_agg(e.status order by e.nth desc))[1]`,

  `select format('hold %s: of %s for %s, which no one knows', id, amount, purpose)
   from hold where purpose not in ('stake', 'withdrawal')`,
]

/** What a player's accounts have, an asset each. */
const sumOf = (what: 'held' | 'posted - held'): string =>
  ['coin', 'promo', 'trial']
    .map((asset) => `coalesce(sum(${what}) filter (where asset = '${asset}'), 0)`)
    .join(', ')

/**
 * The rules of the ledger, each a separate statement, so that it reads one snapshot. It gives a row of text for each
 * thing that breaks it.
 */
export const rules: readonly string[] = [
  `select format('transfer %s: its entries sum to %s %s, not to zero', transfer_id, sum(amount), asset)
   from entry group by transfer_id, asset having sum(amount) <> 0`,

  `select format('transfer %s: %s, yet it has %s entries', t.id, t.outcome, count(e.account_id))
   from transfer t left join entry e on e.transfer_id = t.id
   group by t.id having (t.outcome = 'posted') <> (count(e.account_id) > 1)`,

  `select format('account %s: %s posted and %s held break its floor', id, posted, held)
   from account where kind in ('player', 'match', 'arena') and (posted < 0 or held < 0 or posted < held)`,

  `select format('hold %s: still open, but match %s is %s', h.id, h.ref, coalesce(m.phase, 'unknown'))
   from hold h left join match m on m.id = h.ref
   where h.purpose = 'stake' and coalesce(m.phase, 'unknown') not in ('gathering', 'locking')
     and not exists (select from hold_resolution r where r.hold_id = h.id)`,

  `select format('escrow %s: holds %s of match %s, which is %s', a.id, a.posted, a.owner, coalesce(m.phase, 'unknown'))
   from account a left join match m on m.id = a.owner
   where a.kind = 'match' and a.closed <> (coalesce(m.phase, 'unknown') in ('settled', 'voided'))`,

  `select format('match %s: its stakes are in %s, but it is played in %s', m.id, a.asset, m.asset)
   from match m join account a on a.kind = 'match' and a.owner = m.id where a.asset <> m.asset`,

  `select format('match %s: playing, but it has no escrow', m.id) from match m
   where m.phase = 'playing' and not exists (select from account a where a.kind = 'match' and a.owner = m.id)`,

  `select format('%s: all accounts together have %s, not zero', asset, sum(posted))
   from account group by asset having sum(posted) <> 0`,

  `select format('balance of player %s: %s is shown, and its accounts make %s',
            coalesce(b.player_id, a.owner), coalesce(b.told, 'nothing'), coalesce(a.made, 'nothing'))
   from (select player_id, (coin, promo, trial, held_coin, held_promo, held_trial, version)::text as told
         from player_balance) b
     full join (select owner, (${sumOf('posted - held')}, ${sumOf('held')}, sum(version))::text as made
                from account where kind = 'player' group by owner) a on a.owner = b.player_id
   where b.told is distinct from a.made`,

  // Withdrawable coins are deposits minus withdrawals, and minus what the house took, forever. Nothing else
  // makes or takes one.
  `select format('withdrawable coins: players, matches and arenas have %s, channels and house account for %s',
            coalesce(sum(posted) filter (where kind in ('player', 'match', 'arena')), 0),
            -coalesce(sum(posted) filter (where kind = 'house' or kind like 'payin:%' or kind like 'payout:%'), 0))
   from account where asset = 'coin'
   having coalesce(sum(posted) filter (where kind in ('player', 'match', 'arena')), 0)
        <> -coalesce(sum(posted) filter (where kind = 'house' or kind like 'payin:%' or kind like 'payout:%'), 0)`,

  `select format('account %s: %s coins went through %s', id, asset, kind)
   from account where (kind like 'payin:%' or kind like 'payout:%') and asset <> 'coin' and version > 0`,
]

/** A hold's resolution, looked up hold by hold: `offset 0` keeps the planner from reading all of them for some. */
const resolution = 'lateral (select * from hold_resolution where hold_id = h.id offset 0) r'

/** Those about accounts one by one, for the accounts with ids from `$1` to `$2`. */
export const accountRules: readonly string[] = [
  `select format('account %s: %s posted, but its entries sum to %s', a.id, a.posted, coalesce(sum(e.amount), 0))
   from account a left join entry e on e.account_id = a.id where a.id between $1 and $2
   group by a.id having a.posted <> coalesce(sum(e.amount), 0)`,

  `select format('account %s: the entry of version %s says %s after it, but they sum to %s',
            account_id, account_version, balance_after, running)
   from (select *, sum(amount) over (partition by account_id order by account_version) as running
         from entry where account_id between $1 and $2) e
   where balance_after <> running`,

  `select format('account %s: version %s, but its history has %s steps up to %s',
            a.id, a.version, count(step.version), coalesce(max(step.version), 0))
   from account a left join (
     select account_id, account_version as version from entry where account_id between $1 and $2
     union select account_id, account_version from hold where account_id between $1 and $2
     union select h.account_id, r.account_version from hold h cross join ${resolution}
       where h.account_id between $1 and $2
   ) step on step.account_id = a.id where a.id between $1 and $2
   group by a.id having a.version <> count(step.version) or a.version <> coalesce(max(step.version), 0)`,

  `select format('account %s: %s held, but its open holds sum to %s', a.id, a.held, coalesce(sum(h.amount), 0))
   from account a left join (
     select h.account_id, h.amount from hold h left join ${resolution} on true
     where h.account_id between $1 and $2 and r.outcome is null
   ) h on h.account_id = a.id where a.id between $1 and $2
   group by a.id having a.held <> coalesce(sum(h.amount), 0)`,

  `select format('account %s: holds of %s were captured by transfer %s, which took %s',
            h.account_id, sum(h.amount), r.transfer_id, -coalesce(max(e.amount), 0))
   from hold h cross join ${resolution}
     left join lateral (
       select amount from entry where transfer_id = r.transfer_id and account_id = h.account_id offset 0) e on true
   where r.outcome = 'captured' and h.account_id between $1 and $2
   group by h.account_id, r.transfer_id having sum(h.amount) <> -coalesce(max(e.amount), 0)`,
]
