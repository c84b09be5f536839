-- Whether a withdrawal of so many coins waits for a review of who owns the account: with it more than `most` were paid out.
create or replace function identity_due(of_player uuid, of_amount bigint, most bigint) returns boolean language sql stable as $$
  select a.identity_reviewed_at is null and of_amount + coalesce((
    select sum(o.amount) from wallet_order o
    where o.player_id = of_player and o.kind = 'withdrawal' and o.status = 'completed'
  ), 0) > most
  from login_account a where a.player_id = of_player
$$;
