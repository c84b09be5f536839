-- Programs that know schema 0035 go on.
-- The fairness log as everyone can read it: key changes among its entries, its ends of each hour signed and kept.

-- An entry that is about no match: the platform signs with another key from there on. Rows from before satisfy both
-- checks, which are not looked at again.
alter table fairness_log alter column match_id drop not null;
alter table fairness_log drop constraint fairness_log_kind_check;
alter table fairness_log add constraint fairness_log_kind_check
  check (kind in ('opened', 'locked', 'closed', 'key')) not valid;
alter table fairness_log add constraint fairness_log_about_match
  check ((match_id is null) = (kind = 'key')) not valid;

-- The keys that the platform has signed with, each where its entry stands.
create table fairness_key (
  key text primary key,
  shard int not null,
  position int not null,
  at timestamptz not null,
  foreign key (shard, position) references fairness_log (shard, position)
);

-- The signed ends of all chains, once an hour, forever.
create table fairness_heads (
  hour timestamptz primary key,
  signed text not null
);

create trigger fairness_key_append_only before update or delete on fairness_key for each row execute function refuse_change();
create trigger fairness_key_not_emptied before truncate on fairness_key execute function refuse_change();
create trigger fairness_heads_append_only before update or delete on fairness_heads for each row execute function refuse_change();
create trigger fairness_heads_not_emptied before truncate on fairness_heads execute function refuse_change();
