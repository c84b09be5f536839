-- Programs that know schema 0048 go on.
-- A deposit that failed may be reviewed after all: its payment may come later. And staff start the payout of a withdrawal,
-- which stays pending, so that no two pay it. PostgreSQL 15 and up.

create or replace trigger wallet_order_moves before update on wallet_order for each row
  when (
    (new.id, new.kind, new.number, new.player_id, new.request_key, new.request_hash, new.method, new.network, new.currency,
     new.decimals, new.rate, new.amount, new.fee_coins, new.fiat, new.fee_fiat, new.remark, new.pay_to, new.destination_id,
     new.destination, new.created_at, new.expires_at)
    is distinct from
    (old.id, old.kind, old.number, old.player_id, old.request_key, old.request_hash, old.method, old.network, old.currency,
     old.decimals, old.rate, old.amount, old.fee_coins, old.fiat, old.fee_fiat, old.remark, old.pay_to, old.destination_id,
     old.destination, old.created_at, old.expires_at)
    or new.version <> old.version + 1
    or (old.status, new.status) not in (
      ('submitted', 'paid'), ('submitted', 'failed'), ('paid', 'reviewing'),
      ('reviewing', 'completed'), ('reviewing', 'failed'), ('failed', 'reviewing'),
      ('pending', 'pending'), ('pending', 'completed'), ('pending', 'rejected'))
  )
  execute function refuse_order_change();
