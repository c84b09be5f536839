import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { walletRoutes } from './routes.ts'
import type { World } from './world.ts'

export type Wallet = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

/** Starts what the wallet does by itself, and offers its calls. */
export const startWallet = async (world: World): Promise<Wallet> => ({
  routes: async (app) => {
    await app.register(walletRoutes, { db: world.db, signedIn: world.accounts.signedIn })
  },
  close: async () => {},
})
