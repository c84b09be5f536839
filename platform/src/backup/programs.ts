import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startupError } from '@minefall/shared/node'
import { z } from 'zod'
import { countedTables, type Manifest } from './manifest.ts'

/** Counts the rows of what must not get lost. */
export const countRows = async (
  query: (text: string) => Promise<{ rows: readonly unknown[] }>,
): Promise<Manifest['rows']> => {
  // A journal may have more rows than an int of the database can count.
  const counts = countedTables.map((table) => `(select count(*)::float8 from ${table}) as "${table}"`)
  const { rows } = await query(`select ${counts.join()}`)
  return z.record(z.enum(countedTables), z.int()).parse(rows[0])
}

/** Debian keeps the programs of a version out of PATH; the newest one knows how to talk to older servers. */
const programFolders = (): string[] => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
}

/** The password goes by the environment, where other users of this machine can't read it. */
const withoutPassword = (url: string): { url: string; env: NodeJS.ProcessEnv } => {
  const address = new URL(url)
  const { password } = address
  if (password === '') return { url, env: process.env }
  address.password = ''
  return { url: address.toString(), env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } }
}

/** Runs `pg_dump` or `pg_restore` on a database. A failure is a start-up error with what the program said. */
export const runProgram = async (
  name: 'pg_dump' | 'pg_restore',
  database: string,
  args: readonly string[],
): Promise<void> => {
  const folder = programFolders().find((candidate) => existsSync(join(candidate, name)))
  if (folder === undefined)
    throw startupError(
      `${name} is not on this machine; install PostgreSQL's client programs (Debian: apt-get install postgresql-client).`,
    )
  const { url, env } = withoutPassword(database)
  const child = spawn(join(folder, name), [`--dbname=${url}`, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw startupError(`${name} failed: ${said.trim().split('\n').slice(0, 5).join(' ')}`)
}
