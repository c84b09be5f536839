#!/bin/sh
# backup.sh FOLDER: the database and the keys of docker-compose.yml's stack into a new folder in FOLDER, while it runs. The
# last 14 stay. It holds everyone's data and the keys to them: docs/operations.md.
set -eu
umask 077
mkdir -p "${1:?the folder for backups}"
folder=$(cd "$1" && pwd)
new=$folder/minefall-$(date -u +%Y%m%dT%H%M%SZ)
mkdir "$new.part"
trap 'rm -rf "$new.part"' EXIT
cd "$(dirname "$0")/.."
# Keys come last, so that none is missing that the database was given by then.
docker compose exec -T postgres pg_dump -U minefall -Fc minefall >"$new.part/database.dump"
docker compose run --rm -T --no-deps platform-1 tar -C /data -c keys >"$new.part/keys.tar"
mv "$new.part" "$new"
ls -d "$folder"/minefall-*Z | sort | head -n -14 | while read -r old; do rm -r "$old"; done
echo "$new"
