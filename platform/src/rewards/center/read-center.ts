import type { Center } from '@minefall/shared/contracts/rest'
import { viewActivity } from '../activities/activities.ts'
import { readGifts } from '../gifts/read-gifts.ts'
import type { World } from '../world.ts'

type Me = Parameters<World['accounts']['readCenter']>[0]

/** The user, how the account is secured, what activities run, and how many gifts of all kinds can be claimed now. */
export const readCenter = async ({ db, clock, accounts }: World, me: Me): Promise<Center> => {
  const { activities, gifts } = await readGifts(db, me.playerId, clock.now())
  return {
    ...(await accounts.readCenter(me)),
    activities: activities.map(viewActivity),
    ready: gifts.filter(({ status }) => status === 'ready').length,
  }
}
