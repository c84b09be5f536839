#!/bin/sh
# backup.sh FOLDER: the database and the keys of docker-compose.yml's stack into a new folder in FOLDER, while it runs. The
# last 14 stay, one run at a time. It holds everyone's data and the keys to them: docs/operations.md.
set -eu
umask 077
mkdir -p "${1:?the folder for backups}"
folder=$(cd "$1" && pwd)
exec 9>"$folder/.lock"
flock -n 9 || { echo "another backup is being made in $folder" >&2; exit 1; }
# What a run left that ended by a power cut or a signal.
rm -rf "$folder"/minefall-*Z.part
at=$(date -u +%Y%m%dT%H%M%SZ)
new=$folder/minefall-$at
mkdir "$new.part"
trap 'rm -rf "$new.part"' EXIT
cd "$(dirname "$0")/.."
# Keys come last, so that none is missing that the database was given by then.
docker compose exec -T postgres pg_dump -U minefall -Fc minefall >"$new.part/database.dump"
docker compose run --rm -T --no-deps platform-1 tar -C /data -c keys >"$new.part/keys.tar"
# Whole on the disk before it has its name, and before an older one goes.
sync "$new.part"/*
mv "$new.part" "$new"
# For the alarm BackupMissing. The database of an older version has no such table.
docker compose exec -T postgres psql -U minefall -c "update last_backup set at = '$at'" minefall >&2 ||
  echo "the backup is whole, but could not be recorded" >&2
ls -d "$folder"/minefall-*Z | sort | head -n -14 | while read -r old; do rm -r "$old"; done
echo "$new"
