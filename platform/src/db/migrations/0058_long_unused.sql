-- Programs that know schema 0048 go on.
-- Functions 5dacc356899b2edd.
-- What only programs that know no schema after 0047 called, wrote or searched by. PostgreSQL 15 and up.

drop function take_seat;
drop function miss_reveal;
delete from sql_function where name in ('take_seat', 'miss_reveal');
drop index missed_reveal_last;
alter table missed_reveal drop column times;
alter table shard_lease drop column expires_at, drop column held;
