-- Keeps a report of a problem, once for each key, however many come at once: they wait for each other here. Tells what
-- became of it: 'taken', or 'known' where it was there, with its number; 'conflict', where the key stands for another;
-- 'wait', with how long, where the limits or the byte budgets of a guest, which are new at `ends`, have no room;
-- 'number', where the one that was drawn is another's.
create or replace function take_report(
  report uuid, drawn text, of_player uuid, key uuid, hash bytea, what text, content text, of_match text, of_game text,
  of_page text, of_connection jsonb, agent text, reported_at timestamptz, of_release text,
  subjects bytea[], mosts int[], sinces timestamptz[],
  budgets bytea[], budget_mosts bigint[], begins timestamptz[], ends timestamptz[], bytes bigint,
  out outcome text, out wait_ms bigint, out number text
) language plpgsql as $$
declare
  full_nth int;
begin
  perform pg_advisory_xact_lock(hashtextextended(key::text, 0));
  select r.number, case when r.request_hash = hash then 'known' else 'conflict' end into number, outcome
  from problem_report r where r.request_key = key;
  if found then
    return;
  end if;
  if exists (select from problem_report r where r.number = drawn) then
    outcome := 'number';
    return;
  end if;
  outcome := 'wait';
  select c.wait_ms into wait_ms from count_or_wait(subjects, mosts, sinces, reported_at) as c;
  if wait_ms is not null then
    return;
  end if;
  full_nth := spend_if_allowed(budgets, budget_mosts, begins, bytes);
  if full_nth is not null then
    wait_ms := ceil(extract(epoch from ends[full_nth] - reported_at) * 1000);
    return;
  end if;
  insert into problem_report (id, number, player_id, request_key, request_hash, category, body, match_id, game_id, page,
    connection, user_agent, created_at, release)
  values (report, drawn, of_player, key, hash, what, content, of_match, of_game, of_page, of_connection, agent,
    reported_at, of_release);
  outcome := 'taken';
  number := drawn;
end $$;
