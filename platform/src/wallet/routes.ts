import { walletCalls } from '@minefall/shared/contracts/rest'
import { sendCsv } from '../files/index.ts'
import { type App, readCursor, server, writeCursor } from '../http/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { statementCsv } from './statement/statement-csv.ts'
import { placeSchema, readStatement } from './statement.ts'
import type { World } from './world.ts'

/** What the caller owns, and how that came about: the balance, and the statement by pages or whole. */
export const walletRoutes = async (app: App, { world }: { world: Pick<World, 'db' | 'accounts'> }) => {
  const { db, accounts } = world
  const serve = server(app, { tag: 'wallet', identify: accounts.signedIn })

  serve(
    walletCalls.balance,
    { summary: 'Coins by asset, exactly: what is available, and what is held for seats apart from it' },
    ({ me: { playerId } }) => balanceOf(db, playerId),
  )

  serve(
    walletCalls.statement,
    { summary: 'Every entry of the caller’s accounts, the newest first' },
    async ({ me: { playerId }, query: { cursor, limit, asset } }) => {
      const from = readCursor(placeSchema, cursor)
      const { entries, next } = await readStatement(db, playerId, { from, limit, asset })
      return { items: entries, next: next && writeCursor(next) }
    },
  )

  serve(
    walletCalls.statementFile,
    { summary: 'Every entry of the caller’s accounts as CSV, the newest first' },
    ({ me: { playerId }, reply }) => sendCsv(reply, 'minefall-statement.csv', statementCsv(db, playerId)),
  )
}
