import { bodyCode } from '@minefall/shared/contracts'
import { supportCalls } from '@minefall/shared/contracts/rest'
import type { FastifyRequest } from 'fastify'
import { type Asker, addressGroup, askerOf, callerOf } from '../accounts/index.ts'
import { type Sender, sendPicture, takeImageForms } from '../files/index.ts'
import { type App, accepted, refusal, server, tooMany } from '../http/index.ts'
import { countPicture, readPicture, uploadPicture } from './chat/pictures.ts'
import { takeReport } from './take-report.ts'
import type { World } from './world.ts'
import { spendAsGuest } from './world.ts'

const tag = 'support'

/** The player of the conversation: an account or a device's guest. Refuses a visitor without a device id. */
const writerOf = async (world: World, request: FastifyRequest): Promise<Asker> =>
  (await askerOf(world, request)) ?? accepted<Asker>(refusal(bodyCode.unauthenticated))

/** Stores the writer, if a guest whose network may bring another. Resolves to their id. */
const keep = async (world: World, { playerId, guestOf }: Asker, address: string): Promise<string> => {
  if (guestOf === null) return playerId
  const kept = await world.guests.keep(world.db, { deviceId: guestOf, address })
  return accepted('wait' in kept ? tooMany(kept.wait) : kept.id)
}

/** Guests of an address wait in one line: to be another guest costs nothing. */
const senderOf = async (world: World, request: FastifyRequest): Promise<Sender> => {
  const writer = await writerOf(world, request)
  const { address } = callerOf(request)
  const isGuest = writer.guestOf !== null
  return {
    line: isGuest ? addressGroup(address) : writer.playerId,
    of: isGuest ? 'guests' : 'players',
    count: async () => {
      const counted = { id: writer.playerId, guestAddress: isGuest ? address : null }
      const refused = await countPicture(world, counted)
      if (!refused) await keep(world, writer, address)
      return refused
    },
  }
}

/** A separate scope: only here forms are read, and a body that is too large is a picture. */
const uploadRoute = async (app: App, { world }: { world: World }) => {
  takeImageForms(app, { clock: world.clock, senderOf: (request) => senderOf(world, request) })
  server(app, { tag, identify: (request) => writerOf(world, request) })(
    supportCalls.uploadPicture,
    {
      summary:
        'Upload a picture to send to support: JPG, PNG or GIF, at most 5 MB, in the form field `image`',
    },
    async ({ me, body: { image: file }, request }) => {
      const { address } = callerOf(request)
      const playerId = await keep(world, me, address)
      const spend = (bytes: number) => spendAsGuest(world.db, world, { address, bytes })
      return uploadPicture(world, { playerId, staffId: null, file, ...(me.guestOf !== null && { spend }) })
    },
  )
}

/** Reported problems, and pictures of a conversation for the player whose it is. */
export const supportRoutes = async (app: App, { world }: { world: World }) => {
  server(app, { tag, identify: (request) => askerOf(world, request) })(
    supportCalls.report,
    { summary: 'Report a problem, as a player, as the guest of `x-device-id`, or as a visitor' },
    async ({ me: asker, body, request }) => ({
      reportId: accepted(await takeReport(world, { ...callerOf(request), asker }, body)),
    }),
  )

  await app.register(uploadRoute, { world })

  server(app, { tag, identify: (request) => writerOf(world, request) })(
    supportCalls.picture,
    { summary: 'A picture from your conversation, as an account or as the guest of `x-device-id`' },
    async ({ me: { playerId }, params: { id }, reply }) => {
      const picture = await readPicture(world.db, id)
      return picture?.playerId === playerId
        ? sendPicture(reply, picture, 'private, no-store')
        : refusal(bodyCode.notFound)
    },
  )
}
