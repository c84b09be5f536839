import { startupError } from '@minefall/shared/node'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Counter } from 'prom-client'
import { repeat } from '../../jobs/repeating.ts'
import type { World } from '../world.ts'
import type { CheckoutProvider } from './provider.ts'
import { checkoutRoutes } from './routes.ts'
import { deliverOwed } from './sandbox/deliver-owed.ts'
import { sandboxProvider } from './sandbox/sandbox-provider.ts'
import { sandboxRoutes } from './sandbox/sandbox-routes.ts'

/** How often what is owed is reported, and what is over is cleared away, in milliseconds. */
const everyMs = 5_000
/** How long deliveries are remembered: twice as long as their signatures are good for, either way. */
const rememberedMs = 1_200_000

export type Checkout = {
  routes: FastifyPluginAsyncZod
  /** Stops what runs by the clock. */
  close(): Promise<void>
}

const providerOf = ({ settings, db, checkoutKeys }: World): CheckoutProvider | null =>
  settings.checkout === 'sandbox' ? sandboxProvider(db, checkoutKeys) : null

/** Test money has no place beside money that people paid: their players would take one for the other. */
const refuseBesideMoney = async ({ db, settings }: World): Promise<void> => {
  if (settings.checkout !== 'sandbox' || !settings.refusesSandboxBesideMoney) return
  const { count } = await db.query(
    `select from wallet_order where kind = 'deposit' and status = 'completed' and asset = 'coin'
       and not exists (
         select from checkout_session s where s.order_id = wallet_order.id and s.provider = 'sandbox')
     limit 1`,
  )
  if (count > 0)
    throw startupError(
      'CHECKOUT_PROVIDER must be none where NODE_ENV is production and deposits of real money have completed, but it is sandbox.',
    )
}

/**
 * Opens online payments at the provider that is set. What the sandbox owes from before is reported first, so that it comes
 * before any deposit expires. Rejects with a start-up error where the sandbox may not be used.
 */
export const startCheckout = async (world: World): Promise<Checkout> => {
  const { db, clock, log } = world
  const deliveries = new Counter({
    name: 'minefall_checkout_deliveries_total',
    help: 'Webhooks of payment providers, by the outcome or why they were refused.',
    labelNames: ['provider', 'result'],
    registers: [world.metrics],
  })
  await refuseBesideMoney(world)
  const provider = providerOf(world)
  const delivery = provider?.sandbox ? { world, provider, deliveries } : null
  if (delivery) log.info('online payments are taken by the sandbox: no real money moves')

  const work = async () => {
    if (delivery) await deliverOwed(delivery)
    await db.query('delete from provider_delivery where signed_at < $1', [
      new Date(clock.now() - rememberedMs),
    ])
  }
  await work()
  const stop = repeat(
    {
      job: 'checkout',
      clock,
      everyMs,
      failed: (error) => log.error({ err: error }, 'the work of the checkout failed'),
    },
    work,
  )
  return {
    routes: async (app) => {
      await app.register(checkoutRoutes, { world, provider, deliveries })
      if (delivery) await app.register(sandboxRoutes, { delivery })
    },
    close: stop,
  }
}
