-- Makes `minefall`, the platform's user of PostgreSQL, an ordinary one who owns the database: it reads no file of the
-- server's machine and runs no program there. docker-compose.yml's server runs this once, for a new data folder; one that
-- was there before stays as it is until it is run by hand: docs/install.md. The superuser is `postgres` from then on, who has no
-- password and so comes by the server's own socket alone.
\set ON_ERROR_STOP on
begin;
-- A server's first user is always a superuser, and no one renames themselves.
create role renaming superuser;
set session authorization renaming;
alter role minefall rename to postgres;
reset session authorization;
drop role renaming;

create role minefall login;
select format('alter role minefall password %L', rolpassword) from pg_authid where rolname = 'postgres' \gexec
alter role postgres password null;

alter database :"DBNAME" owner to minefall;
-- Sequences of columns go with their tables.
select format('alter %s %s owner to minefall', case relkind when 'S' then 'sequence' else 'table' end, c.oid::regclass)
from pg_class c
where relnamespace = 'public'::regnamespace and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')))
union all
select format('alter routine %s owner to minefall', oid::regprocedure)
from pg_proc where pronamespace = 'public'::regnamespace
\gexec
commit;
