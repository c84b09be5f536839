// make-secrets.mjs <folder>: the secrets that programs of docker-compose.yml show each other, each in the folders of those
// that need it alone: `platform`, `bff`, `postgres`, `nats`, `prometheus`, `grafana`. What is there stays; what follows from
// it is written again.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { busUsers } from '../shared/dist/contracts/bus/index.js'
import { natsConfiguration } from '../shared/dist/node/nats-permissions.js'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/make-secrets.mjs <folder>')
  process.exit(1)
}

/** Of anyone who runs our own programs alone; or of everyone who sees the folder, where another user reads it. */
const [own, shown] = [0o600, 0o444]

/** Whole or not at all, whenever it is stopped. */
const write = (name, content, mode) => {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, content, { mode })
  renameSync(`${file}.new`, file)
}

/** What is kept under a name, drawn at the first time. */
const keep = (name, mode) => {
  const file = join(folder, name)
  if (!existsSync(file)) write(name, `${randomBytes(32).toString('hex')}\n`, mode)
  return readFileSync(file, 'utf8').trim()
}

const edge = keep('platform/edge', own)
write('bff/edge', `${edge}\n`, own)

const metrics = keep('platform/metrics-token', own)
write('bff/metrics-token', `${metrics}\n`, own)
write('prometheus/metrics-token', `${metrics}\n`, shown)
keep('grafana/password', shown)

const database = keep('postgres/password', shown)
write('platform/database-url', `postgres://minefall:${database}@postgres:5432/minefall\n`, own)

// One that all programs had, until each kind got its own.
rmSync(join(folder, 'nats/password'), { force: true })
const passwords = Object.fromEntries(busUsers.map((user) => [user, keep(`nats/${user}`, shown)]))
for (const user of busUsers) write(`${user}/nats-url`, `nats://${user}:${passwords[user]}@nats:4222\n`, own)
write(
  'nats/nats.conf',
  natsConfiguration({ listen: '0.0.0.0:4222', http: '127.0.0.1:8222', passwords }),
  shown,
)
