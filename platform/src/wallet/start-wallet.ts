import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { settleExamples } from './channels/example-accounts.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { startExpiring } from './deposits/expire.ts'
import { depositRoutes } from './deposits/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { walletRoutes } from './routes.ts'
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
