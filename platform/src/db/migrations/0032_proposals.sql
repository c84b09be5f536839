-- Programs that know schema 0022 go on.
-- Where deposits are paid to, and rates, change by two people: one proposes, another confirms. PostgreSQL 15 and up.

create table catalogue_proposal (
  id uuid primary key,
  subject_type text not null check (subject_type in ('channel', 'currency')),
  subject_id text not null,
  -- As the desk shows them: as it was when this was proposed, and as it will be.
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  proposed_by uuid not null references staff (id),
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'confirmed', 'withdrawn', 'lapsed')),
  -- Null for what the clock ended.
  ended_by uuid references staff (id),
  ended_at timestamptz,
  check ((status = 'open') = (ended_at is null)),
  check (status not in ('confirmed', 'withdrawn') or ended_by is not null),
  check (status <> 'confirmed' or ended_by <> proposed_by)
);
create unique index catalogue_proposal_open on catalogue_proposal (subject_type, subject_id) where status = 'open';
create index catalogue_proposal_newest on catalogue_proposal (proposed_at desc, id desc);
create trigger catalogue_proposal_moves before update on catalogue_proposal for each row
  when (
    (new.id, new.subject_type, new.subject_id, new.before, new.after, new.reason, new.proposed_by, new.proposed_at,
     new.expires_at)
    is distinct from
    (old.id, old.subject_type, old.subject_id, old.before, old.after, old.reason, old.proposed_by, old.proposed_at,
     old.expires_at)
    or old.status <> 'open'
  )
  execute function refuse_change();
create trigger catalogue_proposal_stays before delete on catalogue_proposal for each row execute function refuse_change();
create trigger catalogue_proposal_not_emptied before truncate on catalogue_proposal execute function refuse_change();
