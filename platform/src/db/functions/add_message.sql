-- Adds a message to a player's conversation, which the first one begins: once for each id, however many come at once;
-- they wait for each other at `turns`. Tells what became of it: 'added'; 'known', where it was there; 'taken', where its
-- id stands for another; 'empty'; 'no-picture', where the writer did not upload the picture since `picture_since`;
-- 'wait', with how long.
-- A player's is counted against the limits, of which some are for 'guests' or 'new-guests' alone, and a guest's bytes
-- against budgets, which are new at `ends`.
create or replace function add_message(
  turns bytea[], of_player uuid, message uuid, writer text, staff uuid, content text, picture uuid,
  picture_since timestamptz, page_locale text, written_at timestamptz,
  subjects bytea[], mosts int[], sinces timestamptz[], whose text[],
  budgets bytea[], budget_mosts bigint[], begins timestamptz[], ends timestamptz[], bytes bigint,
  out outcome text, out wait_ms bigint, out nth int, out name text, out sent_at timestamptz
) language plpgsql as $$
declare
  is_guest boolean;
  is_new boolean;
  is_same boolean;
  full_nth int;
begin
  perform pg_advisory_xact_lock(n) from (
    select distinct ('x' || encode(substring(s for 8), 'hex'))::bit(64)::bigint as n
    from unnest(turns) as s order by n) as numbers;
  select s.name into name from staff s where s.id = add_message.staff;
  select m.seq, m.created_at, m.player_id = of_player and m.author = writer and m.staff_id is not distinct from staff
    and m.body = content and m.picture_id is not distinct from picture
  into nth, sent_at, is_same from conversation_message m where m.message_id = message;
  if found then
    outcome := case when is_same then 'known' else 'taken' end;
    return;
  end if;
  if content = '' and picture is null then
    outcome := 'empty';
    return;
  end if;
  select p.kind = 'guest', not exists (select from conversation c where c.player_id = p.id) into is_guest, is_new
  from player p where p.id = of_player;
  outcome := 'wait';
  select c.wait_ms into wait_ms from (
    select coalesce(array_agg(l.subject), '{}') as subjects, coalesce(array_agg(l.most), '{}') as mosts,
      coalesce(array_agg(l.since), '{}') as sinces
    from unnest(subjects, mosts, sinces, whose) as l (subject, most, since, whose)
    where l.whose = 'players' or is_guest and (l.whose = 'guests' or is_new)
  ) as applying, count_or_wait(applying.subjects, applying.mosts, applying.sinces, written_at) as c;
  if wait_ms is not null then
    return;
  end if;
  if is_guest then
    full_nth := spend_if_allowed(budgets, budget_mosts, begins, bytes);
    if full_nth is not null then
      wait_ms := ceil(extract(epoch from ends[full_nth] - written_at) * 1000);
      return;
    end if;
  end if;
  if picture is not null and not exists (
    select from support_picture p where p.id = picture and p.player_id = of_player
      and p.staff_id is not distinct from staff and p.created_at > picture_since
  ) then
    outcome := 'no-picture';
    return;
  end if;
  -- What a player writes waits for an answer, and what staff write is one; both open it again.
  insert into conversation as c (player_id, status, locale, last_seq, waiting_since, updated_at)
  values (of_player, 'open',
    coalesce(page_locale, (select a.language from login_account a where a.player_id = of_player), 'en-US'), 1,
    case writer when 'player' then written_at end, written_at)
  on conflict (player_id) do update set
    status = 'open', locale = coalesce(page_locale, c.locale), last_seq = c.last_seq + 1, version = c.version + 1,
    waiting_since = case writer when 'player' then coalesce(c.waiting_since, written_at) end,
    updated_at = excluded.updated_at
  returning c.last_seq into nth;
  insert into conversation_message (player_id, seq, message_id, author, staff_id, body, picture_id, created_at)
  values (of_player, nth, message, writer, staff, content, picture, written_at);
  outcome := 'added';
  sent_at := written_at;
end $$;
