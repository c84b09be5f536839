import { randomBytes } from 'node:crypto'
import { silentLogger } from '@minefall/shared/node'
import { v7 as newUuid } from 'uuid'
import { openAccounts } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { openHttp } from '../http/testing.ts'
import { startSupport } from './start-support.ts'

/** What guests may write in a day, in bytes. */
export const guestBytesPerDay = 4_000_000

/** Support beside accounts that players sign in to, over the bus and over HTTP as a BFF sees it. */
export const openSupport = async (db: Database) => {
  const at = await openAccounts(db)
  const { bus, clock, accounts, guests } = at
  const common = { db, bus, clock, log: silentLogger(), newId: newUuid, randomBytes }
  const support = startSupport({ ...common, accounts, guests, guestBytesPerDay })
  const app = await openHttp([support.routes])
  return {
    at,
    support,
    app,
    close: async () => {
      await app.close()
      await support.close()
      await at.close()
    },
  }
}
