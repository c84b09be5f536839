import { freshDatabases } from '@minefall/platform/testing-cluster'
import { manyFromOneAddress } from './accounts.ts'
import type { Settings } from './server.ts'
import { quick } from './settings.ts'

let databases: ReturnType<typeof freshDatabases> | undefined

/**
 * Settings of a server for pages, all of which are on one address. Its database is a fresh one on the PostgreSQL that ends
 * with the test run: such a server starts sooner than one with an embedded database, costs less, and goes on while its
 * database is changed.
 */
export const pageSettings = async (): Promise<Settings> => {
  databases ??= freshDatabases()
  return {
    ...quick,
    ...manyFromOneAddress,
    PASSWORD_MEMORY_KIB: '8',
    PASSWORD_PASSES: '1',
    DATABASE_URL: await (await databases).fresh(),
  }
}
