import { walletCalls } from '@minefall/shared/contracts/rest'
import type { OrderKind } from '@minefall/shared/payments'
import { type App, accepted, type Refusal, server } from '../../http/index.ts'
import { hasAccepted } from '../../terms/index.ts'
import { offeredChannels, offersFor, viewChannel } from '../channels/offered.ts'
import { movedOn, touchDeposit } from '../orders/expiry.ts'
import { moveOrder } from '../orders/move-order.ts'
import type { OrderRow, OwnOrderKey } from '../orders/order-row.ts'
import { viewOrderDetail } from '../orders/order-view.ts'
import type { World } from '../world.ts'
import { placeDeposit } from './place-deposit.ts'
import { quoteDeposit, viewQuote } from './quote.ts'

/**
 * Notes that a player says to have paid a deposit; said again it answers the order as it is. What is paid by `checkout`
 * the provider says alone.
 */
export const sayPaid = (world: World, asked: OwnOrderKey): Promise<OrderRow | Refusal> =>
  touchDeposit(world, asked, async (tx, order, at) => {
    if (order.method === 'checkout' || order.status === 'failed') return movedOn(order)
    if (order.status !== 'submitted') return order
    return moveOrder(tx, order, { to: 'paid', by: { kind: 'player', id: order.playerId }, at })
  })

/** By what money comes in and goes out now, what a deposit costs, placing one, and saying that it is paid. */
export const depositRoutes = async (app: App, { world }: { world: World }) => {
  const { db, accounts, settings } = world
  const serve = server(app, { tag: 'wallet', identify: accounts.signedIn })

  serve(
    walletCalls.channels,
    { summary: 'The open ways for money in and out, with their limits, rates and fees' },
    async ({ request }) => {
      const offers = offersFor(settings, request)
      const offered = await offeredChannels(db, offers)
      const of = (direction: OrderKind) =>
        offered.filter((one) => one.direction === direction).map((one) => viewChannel(one, offers))
      return { deposit: of('deposit'), withdrawal: of('withdrawal') }
    },
  )

  serve(
    walletCalls.previewDeposit,
    { summary: 'What so many coins cost now' },
    async ({ me: { playerId }, body, request }) => {
      const quote = accepted(await quoteDeposit(db, offersFor(settings, request), body))
      const { terms } = world
      const isAccepted = await hasAccepted(db, { playerId, current: terms })
      return { ...viewQuote(quote, settings), terms: isAccepted ? null : terms }
    },
  )

  serve(
    walletCalls.deposit,
    { summary: 'Place a deposit at the price of the preview, once for each key', notice: 'order-placed' },
    async ({ me: { playerId }, body, request }) => {
      const offering = { ...world, settings: offersFor(settings, request) }
      return viewOrderDetail(db, accepted(await placeDeposit(offering, playerId, body)))
    },
  )

  serve(
    walletCalls.sayPaid,
    { summary: 'Say that a deposit is paid' },
    async ({ me: { playerId }, params: { id } }) =>
      viewOrderDetail(db, accepted(await sayPaid(world, { id, playerId }))),
  )
}
