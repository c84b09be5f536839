import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { onPglite } from './pglite.ts'
import { onPostgres } from './postgres.ts'

const usage = `npm run bench:ledger -- [options]

  --db <name>          postgres, pglite or both (both)
  --matches <n>        settlements that are measured as fast as they go (4000)
  --pairs <n>          matches played in turn with and without the balance's row (400)
  --connections <n>    connections at a time (32)
  --seconds <n>        how long balances are read (5)`

const whole = (name: string, text: string, max: number): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > max)
    throw new Error(`--${name} must be a whole number from 1 to ${max}, but it is ${text}.`)
  return value
}

const readArguments = (args: string[]) => {
  const { values } = parseArgs({
    args,
    options: {
      db: { type: 'string', default: 'both' },
      matches: { type: 'string', default: '4000' },
      pairs: { type: 'string', default: '400' },
      connections: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '5' },
    },
  })
  if (!['postgres', 'pglite', 'both'].includes(values.db))
    throw new Error(`--db must be postgres, pglite or both, but it is ${values.db}.`)
  return {
    db: values.db,
    matches: whole('matches', values.matches, 100_000),
    pairs: whole('pairs', values.pairs, 100_000),
    connections: whole('connections', values.connections, 80),
    seconds: whole('seconds', values.seconds, 600),
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

const main = async () => {
  const { db, ...options } = readArguments(process.argv.slice(2))
  print(`${availableParallelism()} cores, Node ${process.versions.node}`)
  if (db !== 'pglite') await onPostgres(options, print)
  if (db !== 'postgres') await onPglite(options, print)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}\n`)
  process.exitCode = 1
})
