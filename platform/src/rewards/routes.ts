import { type Center, rewardsCalls } from '@minefall/shared/contracts/rest'
import { type App, readCursor, server, writeCursor } from '../http/index.ts'
import { viewActivity } from './activities/activities.ts'
import { readGifts, receiveGift } from './gifts/receive.ts'
import { readRule } from './referral/decide.ts'
import { invitedPlaceSchema, readInvited } from './referral/read-invited.ts'
import { readTotals } from './referral/read-totals.ts'
import { readVipCenter } from './vip/vip-center.ts'
import type { World } from './world.ts'

type Me = Parameters<World['accounts']['readCenter']>[0]

/** The user, how the account is secured, what activities run, and how many gifts of all kinds can be claimed now. */
const readCenter = async ({ db, clock, accounts }: World, me: Me): Promise<Center> => {
  const { activities, gifts } = await readGifts(db, me.playerId, clock.now())
  return {
    ...(await accounts.readCenter(me)),
    activities: activities.map(viewActivity),
    ready: gifts.filter(({ status }) => status === 'ready').length,
  }
}

/** The account and what goes on for it, level and tier, claims of gifts, and invitations. */
export const rewardsRoutes = async (app: App, { world }: { world: World }) => {
  const { db, clock, accounts } = world
  const serve = server(app, { tag: 'rewards', identify: accounts.signedIn })

  serve(
    rewardsCalls.center,
    {
      summary: 'The user, how the account is secured, the running activities, and how many gifts are ready',
    },
    ({ me }) => readCenter(world, me),
  )

  serve(
    rewardsCalls.vipCenter,
    { summary: 'Your level and VIP tier, what can be claimed now, and which matches moved nothing and why' },
    ({ me: { playerId } }) => readVipCenter(db, playerId, clock.now()),
  )

  serve(
    rewardsCalls.receive,
    {
      summary:
        'Claim a gift in bonus coins: of VIP, of a level, or of an activity; once in each of its periods',
      notice: 'gift-given',
    },
    ({ me: { playerId }, body: { bonus_type } }) => receiveGift(world, playerId, bonus_type),
  )

  serve(
    rewardsCalls.referral,
    { summary: 'Your invitation code, who came by it, and what it earned; the newest first' },
    async ({ me: { playerId }, query: { cursor, limit } }) => {
      const from = readCursor(invitedPlaceSchema, cursor)
      const { gift, ...rule } = await readRule(db)
      const { items, next } = await readInvited(db, playerId, { from, limit })
      return {
        ...(await readTotals(db, playerId, clock.now())),
        rule: { ...rule, gift: gift.toString() },
        invited: { items, next: next && writeCursor(next) },
      }
    },
  )
}
