import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { type App, accepted, readCursor, refusal, writeCursor } from '../../http/index.ts'
import { disconnect } from '../health/disconnect.ts'
import { listMatches, matchPlaceSchema } from '../matches/list-matches.ts'
import { readMatch } from '../matches/read-match.ts'
import { voidMatch, withdrawVoid } from '../matches/void-match.ts'
import type { World } from '../world.ts'
import { byOf, deskServer } from './gate.ts'

/** Matches and the void of one that is stuck; connections and ending one; how the program is. */
export const matchRoutes = async (app: App, { world }: { world: World }) => {
  const serve = deskServer(app, world)

  serve(
    deskCalls.matches,
    { summary: 'Matches, live and past, the newest first' },
    async ({ query: { cursor, ...asked } }) => {
      const from = readCursor(matchPlaceSchema, cursor)
      const { matches, next } = await listMatches(world, { ...asked, from })
      return { items: matches, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.match,
    { summary: 'A match with its seats, clock, owner and journal; what it is verified by when it is over' },
    ({ params }) => readMatch(world, params.id),
  )

  serve(
    deskCalls.voidMatch,
    {
      summary:
        'Ask for a stuck match to be voided, or confirm what someone else asked for; 1409 when it goes on',
    },
    async ({ params, body, ...taken }) => {
      accepted(await voidMatch(world, { matchId: params.id, ...body }, byOf(taken)))
      return readMatch(world, params.id)
    },
  )

  serve(
    deskCalls.withdrawVoid,
    { summary: 'Take back what was asked for; 1409 when nothing waits for a second person' },
    async ({ params, body, ...taken }) => {
      accepted(await withdrawVoid(world, { matchId: params.id, ...body }, byOf(taken)))
      return readMatch(world, params.id)
    },
  )

  serve(
    deskCalls.playerConnections,
    {
      summary:
        'What is kept of a player’s connections: what happened to them, and how they did in five minutes each',
    },
    async ({ params }) => (await world.health.history(params.id)) ?? refusal(bodyCode.notFound),
  )

  serve(
    deskCalls.connectionTotals,
    { summary: 'How many connections there were, how they did, and why they ended, over the last hours' },
    ({ query }) => world.health.totals(query.range),
  )

  serve(
    deskCalls.disconnect,
    {
      summary:
        'End a connection of a player; 1404 when its BFF is not heard of, 1409 when it has ended already',
    },
    ({ params: { edge, id: connectionId }, body, ...taken }) =>
      disconnect(world, { edge, connectionId, ...body }, byOf(taken)),
  )

  serve(deskCalls.health, { summary: 'How the program is, as it was measured' }, () => world.health.read())
}
