import { deskCalls } from '@minefall/shared/contracts/desk'
import type { App } from '../../http/index.ts'
import { changeChannel, changeRate } from '../catalogue/change.ts'
import { listChannels, listRates } from '../catalogue/channels.ts'
import { confirmProposal, listProposals, withdrawProposal } from '../catalogue/proposals.ts'
import { cancelArenaByHand, listArenas, makeArena } from '../tables/arenas.ts'
import { changeActivity, listActivities } from '../tables/change-activity.ts'
import { changeTable, listTables } from '../tables/change-table.ts'
import type { World } from '../world.ts'
import { byOf, deskServer } from './gate.ts'

/** Tables, activities and arenas; channels with their limits, rates and fees, and the rates that amounts are shown at. */
export const catalogueRoutes = async (app: App, { world }: { world: World }) => {
  const { db, clock, play } = world
  const serve = deskServer(app, world)

  serve(deskCalls.tables, { summary: 'Every table, the closed ones as well' }, () =>
    listTables(db, play.rakeBps),
  )

  serve(
    deskCalls.changeTable,
    { summary: 'Change a table for matches from now on; 1409 when it is another by now' },
    ({ params, body, ...taken }) => changeTable(world, { ...params, ...body }, byOf(taken)),
  )

  serve(deskCalls.activities, { summary: 'Every activity, those that do not run as well' }, () =>
    listActivities(db),
  )

  serve(
    deskCalls.changeActivity,
    { summary: 'Change an activity for everyone at once; 1409 when it is another by now' },
    ({ params, body, ...taken }) => changeActivity(world, { ...params, ...body }, byOf(taken)),
  )

  serve(
    deskCalls.arenas,
    { summary: 'The arenas that are announced or under way, and the latest that are over' },
    () => listArenas(db),
  )

  serve(
    deskCalls.makeArena,
    {
      summary:
        'Make an arena, with a stake or with bonus coins of the house; the same id makes one, 1409 with other terms',
    },
    ({ body, ...taken }) => makeArena(world, body, byOf(taken)),
  )

  serve(
    deskCalls.cancelArena,
    {
      summary:
        'Cancel an arena that is not over; stakes are paid back; 1403 when an own account joined it, 1409 when it is over by now',
    },
    ({ params, body, ...taken }) => cancelArenaByHand(world, { ...params, ...body }, byOf(taken)),
  )

  serve(deskCalls.channels, { summary: 'Every way for money in and out, the closed ones as well' }, () =>
    listChannels(db),
  )

  serve(
    deskCalls.changeChannel,
    {
      summary:
        'Change a channel as a whole, for future orders. Its payment account and rate become a proposal for another admin. 1409 if it has changed since or a proposal about it is open',
    },
    ({ body, ...taken }) => changeChannel(world, body, byOf(taken)),
  )

  serve(deskCalls.currencies, { summary: 'What is shown for one coin in each currency' }, () => listRates(db))

  serve(
    deskCalls.changeRate,
    { summary: 'Propose the rate shown for one coin in a currency, for another admin to confirm' },
    ({ body, ...taken }) => changeRate(world, body, byOf(taken)),
  )

  serve(
    deskCalls.proposals,
    { summary: 'Open proposals to change channels and rates, and the latest that ended' },
    () => listProposals(db, clock.now()),
  )

  serve(
    deskCalls.confirmProposal,
    { summary: 'Put another admin’s proposal in force; your own is refused (1403)' },
    ({ params, body, ...taken }) => confirmProposal(world, { ...params, ...body }, byOf(taken)),
  )

  serve(
    deskCalls.withdrawProposal,
    { summary: 'Withdraw a proposal, your own or another’s' },
    ({ params, body, ...taken }) => withdrawProposal(world, { ...params, ...body }, byOf(taken)),
  )
}
