-- Frees one seat, or with null every seat of the match.
create or replace function free_seats(of_match text, of_seat int) returns boolean language plpgsql as $$
begin
  delete from seated s where s.match_id = of_match and (of_seat is null or s.seat = of_seat);
  return true;
end $$;
