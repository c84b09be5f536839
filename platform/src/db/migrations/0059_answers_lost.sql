-- Programs that know schema 0048 go on.
-- Functions 13bec9dcbea69ee8.
-- A code that signed someone in is kept until it expires: its session is answered again while no one has used it. Programs
-- that know no such column find all its tries used up. PostgreSQL 15 and up.

alter table one_time_code add column session_id text;
