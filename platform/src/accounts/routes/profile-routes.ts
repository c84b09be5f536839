import { shownCoins } from '@minefall/shared/coins'
import { bodyCode, refuse } from '@minefall/shared/contracts'
import { accountCalls } from '@minefall/shared/contracts/rest'
import type { FastifyRequest } from 'fastify'
import { sendPicture, takeImageForms } from '../../files/index.ts'
import { type App, accepted, server } from '../../http/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { chooseAvatar, countUpload, listAvatars, readAvatar, uploadAvatar } from '../avatars/avatars.ts'
import { changeCurrency, changeNickname, listCurrencies } from '../profile.ts'
import { readUser } from '../user.ts'
import type { World } from '../world.ts'
import { signedIn } from './caller.ts'

const tag = 'profile'

/** A separate scope: only here forms are read, and a body that is too large is a picture. */
const uploadRoute = async (app: App, { world }: { world: World }) => {
  const identify = (request: FastifyRequest) => signedIn(world, request)
  takeImageForms(app, {
    clock: world.clock,
    senderOf: async (request) => {
      const me = await identify(request)
      return { line: me.playerId, of: 'players', count: () => countUpload(world, me) }
    },
  })
  server(app, { tag, identify })(
    accountCalls.uploadAvatar,
    {
      summary: 'Upload an avatar: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
      notice: 'avatar-uploaded',
    },
    ({ me, body: { image } }) => uploadAvatar(world, me, image),
  )
}

/** The player's identity, coins, name and avatar. */
export const profileRoutes = async (app: App, { world }: { world: World }) => {
  const { db } = world
  const serve = server(app, { tag, identify: (request) => signedIn(world, request) })

  serve(accountCalls.user, { summary: 'The signed-in user' }, ({ me: { playerId } }) =>
    readUser(db, playerId),
  )

  serve(
    accountCalls.balance,
    { summary: 'Coins: `coins` for display, the exact amounts beside it' },
    async ({ me: { playerId } }) => {
      const balance = await balanceOf(db, playerId)
      return { ...balance, coins: shownCoins(balance) }
    },
  )

  serve(accountCalls.currencies, { summary: 'The currencies amounts can be shown in' }, () =>
    listCurrencies(world),
  )

  serve(
    accountCalls.chooseCurrency,
    { summary: 'Choose the currency amounts are shown in', notice: 'currency-updated' },
    async ({ me, body: { currencycode } }) => {
      accepted(await changeCurrency(world, me, currencycode))
      return readUser(db, me.playerId)
    },
  )

  serve(
    accountCalls.changeNickname,
    { summary: 'Change the nickname', notice: 'nickname-updated' },
    async ({ me, body: { nickname } }) => {
      await changeNickname(world, me, nickname)
      return { nickname }
    },
  )

  serve(accountCalls.avatars, { summary: 'The avatars to choose from' }, ({ me }) => listAvatars(world, me))

  serve(
    accountCalls.chooseAvatar,
    { summary: 'Choose an avatar', notice: 'avatar-updated' },
    ({ me, body: { avatarid } }) => chooseAvatar(world, me, avatarid),
  )

  await app.register(uploadRoute, { world })

  serve(
    accountCalls.avatar,
    { summary: 'An uploaded avatar; its address changes with every upload' },
    async ({ params: { id }, reply }) => {
      const image = await readAvatar(world, id)
      if (!image) return reply.code(404).send(refuse(bodyCode.notFound, 'not found'))
      // No longer than a day, so that caches lose what staff remove.
      return sendPicture(reply, image, 'public, max-age=86400, immutable')
    },
  )
}
