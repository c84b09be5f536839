import { findPrograms } from '@minefall/platform/testing-cluster'
import { startupError } from '@minefall/shared/node'
import { locateProgram } from '@minefall/shared/testing-programs'

const hasPostgres = () => {
  try {
    findPrograms()
    return true
  } catch {
    return false
  }
}

/** Throws a start-up error that names what a cluster needs and this machine lacks, and how to get it. */
export const refuseMissingPrograms = ({ postgres }: { postgres: boolean }) => {
  if (process.platform === 'win32')
    throw startupError('A cluster of processes needs Linux or macOS; docker compose up is one anywhere.')
  const missing = [
    ...(postgres && !hasPostgres() ? ['PostgreSQL 15 or newer'] : []),
    ...['nats-server', 'haproxy'].filter((name) => locateProgram(name) === null),
  ]
  if (missing.length === 0) return
  throw startupError(
    `A cluster needs ${missing.join(', ')}, which this machine lacks. On Debian: apt-get install postgresql ` +
      'nats-server haproxy. On macOS: brew install postgresql@17 nats-server haproxy, with the bin folder of the ' +
      'first on PATH. A PostgreSQL that runs already is named in DATABASE_URL instead.',
  )
}
