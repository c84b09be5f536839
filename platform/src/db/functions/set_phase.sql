-- Moves a match on; `ended` is null while it goes on.
create or replace function set_phase(of_match text, new_phase text, ended timestamptz) returns boolean language plpgsql as $$
begin
  update match m set phase = new_phase, ended_at = ended where m.id = of_match;
  return true;
end $$;
