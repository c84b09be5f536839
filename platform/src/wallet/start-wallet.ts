import { walletCalls } from '@minefall/shared/contracts/rest'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sendCsv } from '../files/index.ts'
import { type App, readCursor, server, writeCursor } from '../http/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { settleExamples } from './channels/example-accounts.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { depositRoutes } from './deposits/routes.ts'
import { startExpiring } from './orders/expiry.ts'
import { orderRoutes } from './orders/routes.ts'
import { showWaiting } from './orders/waiting.ts'
import { placeSchema, readStatement, statementCsv } from './statement.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import { takeBackWithdrawals } from './withdrawals/take-back.ts'
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

export type Wallet = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Starts what the wallet does on its own, and offers its calls. */
export const startWallet = async (world: World): Promise<Wallet> => {
  await settleExamples(world.db, world.settings)
  world.accounts.onUndo(takeBackWithdrawals(world))
  const checkout = await startCheckout(world)
  const stopExpiring = startExpiring(world)
  showWaiting(world.metrics, world)
  return {
    routes: async (app) => {
      for (const routes of [walletRoutes, depositRoutes, orderRoutes, withdrawalRoutes])
        await app.register(routes, { world })
      await app.register(checkout.routes)
    },
    close: async () => {
      await stopExpiring()
      await checkout.close()
    },
  }
}
