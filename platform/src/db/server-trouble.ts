import { startupError } from '@minefall/shared/node'
import pg from 'pg'
import { sqlState } from './in-doubt.ts'
import { hasCode } from './system-error.ts'

/** Where an address leads, without its password; undefined when it can't be read. */
const readAddress = (url: string): { server: string; database: string; user: string } | undefined => {
  if (!/^postgres(ql)?:\/\//.test(url)) return undefined
  try {
    const { host, port, database, user } = new pg.Client({ connectionString: url })
    return {
      server: host.startsWith('/') ? host : `${host}:${port}`,
      database: database ?? user ?? '',
      user: user ?? '',
    }
  } catch {
    return undefined
  }
}

/**
 * What a failure to open `url` means to anyone who starts the program, as start-up errors. The address's password
 * is in none of them.
 */
export const serverTrouble = (url: string) => {
  const address = readAddress(url)
  const invalid = startupError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  if (!address) return { ofAddress: () => invalid, of: () => invalid }
  const { server, database, user } = address

  const of = (error: unknown): Error => {
    const say = (sentence: string) => startupError(sentence, error)
    const causes = error instanceof AggregateError ? error.errors : [error]
    const any = (...codes: string[]) => causes.some((cause) => hasCode(cause, ...codes))
    const state = sqlState(error)
    if (any('ECONNREFUSED', 'ENOENT')) {
      return say(`No database server answers at ${server}; start it, or correct DATABASE_URL.`)
    }
    if (any('ENOTFOUND', 'EAI_AGAIN')) {
      return say(`The host in DATABASE_URL (${server}) is not known; correct it, or the name server.`)
    }
    if (
      any('ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH') ||
      (error instanceof Error && /timeout/i.test(error.message))
    ) {
      return say(
        `The database server at ${server} can't be reached; check the network, or correct DATABASE_URL.`,
      )
    }
    if (
      state === '28P01' ||
      state === '28000' ||
      (error instanceof Error && /password must be/.test(error.message))
    ) {
      return say(
        `The database server at ${server} refuses user "${user}"; correct user and password in DATABASE_URL.`,
      )
    }
    if (state === '3D000') {
      return say(`There is no database "${database}" at ${server}; create it, or correct DATABASE_URL.`)
    }
    if (state === '42501') {
      return say(`User "${user}" may not use the database "${database}" at ${server}; grant it the right to.`)
    }
    if (state === '53100') {
      return say(`The disk of the database server at ${server} is full; make room on it.`)
    }
    if (state === '53300') {
      return say(`The database server at ${server} has no connection left; raise its max_connections.`)
    }
    if (state === '57P03') {
      return say(`The database server at ${server} is still starting or stopping; try again in a moment.`)
    }
    const cause = error instanceof Error ? error.message : String(error)
    return say(`The database "${database}" at ${server} can't be opened (${cause}).`)
  }
  return { ofAddress: () => undefined, of }
}
