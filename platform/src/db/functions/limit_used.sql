-- What of a limit is used up in the period that this moment is in. A gain makes good what was lost, and no more: a stake
-- that waits for its match past the end of the period must be within the limit of the next one too.
create or replace function limit_used(of_player uuid, of_kind text, of_period text, at_time timestamptz)
returns bigint language sql stable as $$
  select case of_kind
    when 'loss' then greatest(0, lost_since(of_player, period_begin(of_period, at_time)))
    else deposited_since(of_player, period_begin(of_period, at_time))
  end
$$;
