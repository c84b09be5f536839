import { bodyCode } from '@minefall/shared/contracts'
import { walletCalls } from '@minefall/shared/contracts/rest'
import { turnstile } from '@minefall/shared/node'
import type { FastifyRequest } from 'fastify'
import { sendPicture, takeImageForms } from '../../files/index.ts'
import { type App, accepted, isRefusal, readCursor, refusal, server } from '../../http/index.ts'
import { countProof, readProof, uploadProof } from '../proofs/upload-proof.ts'
import type { World } from '../world.ts'
import { ownOrder } from './order-row.ts'
import { listOrders, placeSchema, viewOrderDetail } from './order-view.ts'

/** A separate scope: only here forms are read, and a body that is too large is a picture. */
const uploadRoute = async (app: App, { world }: { world: World }) => {
  const { db, clock, accounts } = world
  const inTurn = turnstile<string>({ atOnce: 1 })
  const counted = new WeakMap<FastifyRequest, readonly bigint[]>()
  takeImageForms(app, {
    clock,
    senderOf: async (request) => {
      const { playerId } = await accounts.signedIn(request)
      const count = async () => {
        const decided = await countProof(world, playerId)
        if (isRefusal(decided)) return decided
        counted.set(request, decided)
        return null
      }
      return { line: playerId, of: 'players', count }
    },
  })
  server(app, { tag: 'wallet', identify: accounts.signedIn })(
    walletCalls.uploadProof,
    { summary: 'Upload a picture of the payment: JPG, PNG or GIF, at most 5 MB, in the form field `image`' },
    async ({ me: { playerId }, params: { id }, body: { image }, request }) => {
      const upload = { id, playerId, file: image, counted: counted.get(request) ?? [] }
      return viewOrderDetail(db, accepted(await inTurn(id, () => uploadProof(world, upload))))
    },
  )
}

/** Your own deposits and withdrawals: the list, each on its own, and pictures of its payment. */
export const orderRoutes = async (app: App, { world }: { world: World }) => {
  const { db, accounts } = world
  const serve = server(app, { tag: 'wallet', identify: accounts.signedIn })

  serve(
    walletCalls.orders,
    { summary: 'Your own deposits and withdrawals, the newest first' },
    ({ me: { playerId }, query }) =>
      listOrders(db, playerId, { ...query, cursor: readCursor(placeSchema, query.cursor) }),
  )

  serve(
    walletCalls.order,
    { summary: 'One order with its steps, pictures and where it is paid' },
    async ({ me: { playerId }, params: { id } }) =>
      viewOrderDetail(db, accepted(await ownOrder(db, { id, playerId }))),
  )

  serve(
    walletCalls.proof,
    { summary: 'A picture of your own payment' },
    async ({ me: { playerId }, params: { id }, reply }) => {
      const proof = await readProof(db, id)
      return proof?.playerId === playerId
        ? sendPicture(reply, proof, 'private, no-store')
        : refusal(bodyCode.notFound)
    },
  )

  await app.register(uploadRoute, { world })
}
