import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls, type Staff } from '@minefall/shared/contracts/desk'
import { sendPicture } from '../../files/index.ts'
import { type App, accepted, type Refusal, readCursor, refusal, writeCursor } from '../../http/index.ts'
import { type OrderRow, readOrder, readProof } from '../../wallet/index.ts'
import { flagPlaceSchema, readFlag, readFlags, reviewFlag } from '../accounts/flags.ts'
import { reviewIdentity } from '../accounts/identity.ts'
import { luckPlaceSchema, readLuck } from '../accounts/luck.ts'
import { approveOrder, rejectOrder, takeOrder } from '../reviews/decide.ts'
import { queuePlaceSchema, readQueue } from '../reviews/queue.ts'
import { viewDeskOrderDetail, viewDeskOrders } from '../reviews/view.ts'
import type { World } from '../world.ts'
import { byOf, deskServer } from './gate.ts'

/** Reviews: of deposits and withdrawals, of accounts that were flagged, and of who owns an account. */
export const reviewRoutes = async (app: App, { world }: { world: World }) => {
  const { db } = world
  const serve = deskServer(app, world)
  /** The order as it is after what was done. */
  const view = (order: OrderRow | Refusal, me: Staff) => viewDeskOrderDetail(world, accepted(order), me)

  serve(
    deskCalls.orders,
    { summary: 'Orders that wait, the oldest first; or those of a status, ended ones the newest first' },
    async ({ me, query: { cursor, ...asked } }) => {
      const { orders, next } = await readQueue(db, { ...asked, from: readCursor(queuePlaceSchema, cursor) })
      return { items: await viewDeskOrders(world, orders, me), next: next && writeCursor(next) }
    },
  )

  serve(deskCalls.order, { summary: 'All about an order' }, async ({ me, params }) =>
    view((await readOrder(db, params.id)) ?? refusal(bodyCode.notFound), me),
  )

  serve(deskCalls.proof, { summary: 'A picture of a payment' }, async ({ params, reply }) => {
    const proof = await readProof(db, params.id)
    return sendPicture(reply, accepted(proof ?? refusal(bodyCode.notFound)), 'private, no-store')
  })

  serve(
    deskCalls.takeOrder,
    { summary: 'Take a deposit under review that is paid, or was paid after it failed; start a payout' },
    async (taken) => view(await takeOrder(world, { orderId: taken.params.id, ...byOf(taken) }), taken.me),
  )

  serve(
    deskCalls.approveOrder,
    { summary: 'Approve an order under the reference of its payment; large ones need a second person' },
    async (taken) => {
      const decider = { orderId: taken.params.id, ...byOf(taken) }
      return view(await approveOrder(world, decider, taken.body), taken.me)
    },
  )

  serve(
    deskCalls.rejectOrder,
    { summary: 'Reject an order with a reason that its player reads' },
    async (taken) => {
      const decider = { orderId: taken.params.id, ...byOf(taken) }
      return view(await rejectOrder(world, decider, taken.body), taken.me)
    },
  )

  serve(
    deskCalls.flags,
    { summary: 'Accounts that move coins between them again and again: open flags, or reviewed ones' },
    async ({ query: { cursor, ...asked } }) => {
      const { flags, next } = await readFlags(db, { ...asked, from: readCursor(flagPlaceSchema, cursor) })
      return { items: flags, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.flag,
    { summary: 'A flag, open or reviewed' },
    async ({ params }) => (await readFlag(db, params.id)) ?? refusal(bodyCode.notFound),
  )

  serve(
    deskCalls.luck,
    { summary: 'Accounts that survive more, or less, than luck allows; who played last comes first' },
    async ({ query: { cursor, limit } }) => {
      const { accounts, next } = await readLuck(db, { limit, from: readCursor(luckPlaceSchema, cursor) })
      return { items: accounts, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.reviewFlag,
    { summary: 'Say what was found about a flag; 1409 when someone else reviewed it' },
    ({ params, body, ...taken }) => reviewFlag(world, { flagId: params.id, ...body }, byOf(taken)),
  )

  serve(
    deskCalls.reviewIdentity,
    {
      summary: 'Say that the identity of an account’s owner was reviewed, which larger withdrawals wait for',
    },
    ({ params, body, ...taken }) => reviewIdentity(world, { playerId: params.id, ...body }, byOf(taken)),
  )
}
