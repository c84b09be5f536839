import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { answerRefusals } from '../http/index.ts'
import { channelRoutes } from './channels/channel-routes.ts'
import { settleExamples } from './channels/example-accounts.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { depositRoutes } from './deposits/deposit-routes.ts'
import { startExpiring } from './deposits/expire.ts'
import { destinationRoutes } from './destinations/routes.ts'
import { orderRoutes } from './orders/order-routes.ts'
import { proofRoutes } from './proofs/proof-routes.ts'
import { walletRoutes } from './routes.ts'
import { statementRoutes } from './statement/statement-routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'
import { takeBackWithdrawals } from './withdrawals/take-back.ts'
import type { World } from './world.ts'

export type Wallet = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Starts what the wallet does by itself, and offers its calls. */
export const startWallet = async (world: World): Promise<Wallet> => {
  await settleExamples(world.db, world.settings)
  world.accounts.onUndo(takeBackWithdrawals(world))
  const checkout = await startCheckout(world)
  const stopExpiring = startExpiring(world)
  return {
    routes: async (app) => {
      app.setErrorHandler(answerRefusals)
      await app.register(walletRoutes, { db: world.db, signedIn: world.accounts.signedIn })
      for (const routes of [
        channelRoutes,
        depositRoutes,
        orderRoutes,
        proofRoutes,
        statementRoutes,
        destinationRoutes,
        withdrawalRoutes,
      ])
        await app.register(routes, { world })
      await app.register(checkout.routes)
    },
    close: async () => {
      await stopExpiring()
      await checkout.close()
    },
  }
}
