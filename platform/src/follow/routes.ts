import { followCalls } from '@minefall/shared/contracts/rest'
import { type App, server } from '../http/index.ts'
import { block, follow, readFollows, setShowsHere, unblock, unfollow } from './follows.ts'
import { inviteToTable } from './invite.ts'
import type { World } from './world.ts'

/** Following, blocking and inviting players. Any node can answer. */
export const followRoutes = async (app: App, { world }: { world: World }) => {
  const serve = server(app, { tag: 'follow', identify: world.accounts.signedIn })

  serve(
    followCalls.follows,
    { summary: 'Whom you follow, those who are here first, and whom you have blocked' },
    ({ me: { playerId } }) => readFollows(world, playerId),
  )

  serve(
    followCalls.follow,
    { summary: 'Follow a player, or no longer; 1404 for those who hide, 1605 beyond 200' },
    async ({ me: { playerId }, body }) => {
      const change = body.follow ? follow : unfollow
      return (await change(world, { playerId, id: body.id })) ?? body
    },
  )

  serve(
    followCalls.block,
    {
      summary:
        'Block a player, or no longer: you hide from each other, and get no seats at one private table',
    },
    async ({ me: { playerId }, body }) => {
      const change = body.block ? block : unblock
      return (await change(world, { playerId, id: body.id })) ?? body
    },
  )

  serve(
    followCalls.showHere,
    { summary: 'Show those who follow you that you are here and what you play, or no longer' },
    async ({ me: { playerId }, body: { shown } }) => {
      await setShowsHere(world.db, playerId, shown)
      return { shown }
    },
  )

  serve(
    followCalls.inviteToTable,
    { summary: 'Ask someone you follow, who is here, to the private table you host' },
    ({ me: { playerId }, body }) => inviteToTable(world, { playerId, ...body }),
  )
}
