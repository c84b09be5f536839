import { join } from 'node:path'
import { testServer } from '@minefall/platform/testing'
import type { Place } from './database-place.ts'
import type { Server, Settings } from './server.ts'

/** Makes a suite for a server with its embedded database, and the same one for a server with a PostgreSQL. */
export const onBothDatabases = (
  suite: (name: string, open: () => Promise<{ env: Settings; place: (server: Server) => Place }>) => void,
): void => {
  suite('PGlite', async () => ({
    env: {},
    place: ({ dataDir }) => ({ folder: join(dataDir, 'database') }),
  }))
  const postgres = testServer()
  suite('PostgreSQL', async () => {
    const url = await postgres.fresh()
    return { env: { DATABASE_URL: url }, place: () => ({ url }) }
  })
}
