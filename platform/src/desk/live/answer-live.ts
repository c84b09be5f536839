import { ok, refuse } from '@minefall/shared/contracts'
import { tellingOutages } from '../../bus/answering.ts'
import { isRefusal } from '../../http/index.ts'
import { mayAnswer } from '../conversations/may-answer.ts'
import { identifyStaff } from '../staff/sessions.ts'
import type { World } from '../world.ts'
import { readCounts } from './counts.ts'

/** Answers what BFFs ask for the desks that are open, until the answer of this is called. */
export const answerLive = (world: World): (() => void) => {
  const { db, presence } = world
  const bus = tellingOutages(world.bus, world.log)
  const stops = [
    bus.respond('staff.present', async ({ staffId }) => {
      if (await mayAnswer(db, staffId)) await presence.heard(staffId)
      return ok(null)
    }),
    bus.respond('staff.identify', async ({ token }) => {
      const staff = await identifyStaff(world, token)
      return isRefusal(staff) ? refuse(staff.refused, 'this token is not valid') : ok(staff)
    }),
    bus.respond('desk.counts', async () => ok(await readCounts(db, world.clock.now()))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
