#!/bin/sh
# restore.sh BACKUP: a folder that backup.sh made into a new stack of docker-compose.yml, and starts it. A database with
# anything in it is refused, before any key is touched.
set -eu
backup=$(cd "${1:?the folder of a backup}" && pwd)
# Whole? What would fail half way leaves a database that a second try refuses.
tar -tf "$backup/keys.tar" >/dev/null
cd "$(dirname "$0")/.."
docker compose up -d --wait postgres
docker compose exec -T postgres pg_restore -U minefall -d minefall --single-transaction --exit-on-error <"$backup/database.dump"
docker compose run --rm -T --no-deps platform-1 tar -C /data -x <"$backup/keys.tar"
docker compose up -d --wait
docker compose exec -T platform-1 node platform/dist/ledger-check.js
