import { checkLedger, openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { manyFromOneAddress } from '../../harness/accounts.ts'
import type { Player } from '../../harness/player.ts'
import { longTurns, type Server, type Settings, startServer } from '../../harness/server.ts'
import { headless, loadSettings, patient } from '../../harness/settings.ts'

/** The whole program on PostgreSQL, and its database beside it. */
export type Ground = {
  server: Server
  db: Awaited<ReturnType<typeof openDatabase>>
  /** Where other programs find the database. */
  url: string
  /** Connections that end with the test. */
  open: Player[]
}

/**
 * Starts the program once for a file. After every test the ledger is reconciled: whatever was tried, no coin came from
 * nowhere and none was lost.
 */
export const ground = (settings: Settings = {}): (() => Ground) => {
  const postgres = testServer()
  let current: Ground | null = null
  const now = () => {
    if (!current) throw new Error('the server has not started')
    return current
  }
  beforeAll(async () => {
    const url = await postgres.fresh()
    const db = await openDatabase({ url, log: silentLogger() })
    await longTurns(db)
    const server = await startServer({
      ...loadSettings,
      ...manyFromOneAddress,
      ...patient,
      ...headless,
      // What accounts own is what the test gives them.
      WELCOME_COINS: '0',
      // They sit at private tables from sessions that have only begun.
      PRIVATE_PROOF_HOURS: '0',
      DATABASE_URL: url,
      ...settings,
    })
    current = { server, db, url, open: [] }
  })
  afterEach(async () => {
    const { db, open } = now()
    for (const player of open.splice(0)) player.leave()
    expect((await checkLedger(db)).findings).toEqual([])
  })
  afterAll(async () => {
    if (!current) return
    await current.server.remove()
    await current.db.close()
  })
  return now
}
