import { bodyCode } from '@minefall/shared/contracts'
import { gameCalls, historyCalls } from '@minefall/shared/contracts/rest'
import { view } from '@minefall/shared/game'
import type { FastifyRequest } from 'fastify'
import type { Sql } from '../db/index.ts'
import { type App, type Refusal, readCursor, server } from '../http/index.ts'
import { placeSchema, readHistory, readSeatSkill } from './history/list.ts'
import { headerIn, isOver } from './host/record.ts'
import { readRecord } from './recovery/past.ts'
import { type MatchRefusal, refusals } from './refusals.ts'
import { readTables } from './tables.ts'

export type GameRoutesOptions = {
  db: Sql
  rakeBps: number
  /** Who calls. Throws what refuses them where no one is signed in. */
  signedIn(request: FastifyRequest): Promise<{ playerId: string }>
}

const refused = (reason: MatchRefusal): Refusal => {
  const [code, msg] = refusals[reason]
  return { refused: code, msg }
}

const gameNotFound: Refusal = { refused: bodyCode.notFound, msg: 'Game Not Found' }

/** What is over never changes. It is asked for again now and then all the same, as its form may. */
const keptForADay = 'public, max-age=86400'

/** `/api/game/…`: the catalogue, your own past matches, and any match. Read from the journal, so any node can answer. */
export const gameRoutes = async (app: App, { db, rakeBps, signedIn }: GameRoutesOptions) => {
  const serve = server(app, { tag: 'game', identify: signedIn })

  serve(gameCalls.tables, { summary: 'All open tables, in the order of the lobby' }, async () =>
    (await readTables(db, rakeBps)).filter(({ isOpen }) => isOpen),
  )

  serve(
    gameCalls.table,
    { summary: 'One table, also a closed one: matches may be played there still' },
    async ({ query: { gameId } }) =>
      (await readTables(db, rakeBps)).find((one) => one.gameId === gameId) ?? gameNotFound,
  )

  serve(
    historyCalls.history,
    { summary: 'Your own matches that are over, the newest first' },
    ({ me: { playerId }, query, reply }) => {
      reply.header('cache-control', 'no-store')
      return readHistory(db, playerId, { ...query, cursor: readCursor(placeSchema, query.cursor) })
    },
  )

  serve(
    historyCalls.match,
    { summary: 'A match, live or past, as everyone may see it' },
    async ({ params: { id } }) => {
      const record = await readRecord(db, id)
      if (!record) return refused('no-such-match')
      return { state: view(record.state), hash: record.hash, skill: await readSeatSkill(db, id) }
    },
  )

  serve(
    historyCalls.matchEvents,
    { summary: 'A match that is over, event by event, as everyone may see it' },
    async ({ params: { id }, reply }) => {
      const record = await readRecord(db, id)
      reply.header('cache-control', record && isOver(record.state) ? keptForADay : 'no-store')
      if (!record) return refused('no-such-match')
      // A live match is followed, not read: what it tells is sent to all at the same moment.
      if (!isOver(record.state)) return refused('wrong-phase')
      const { state, events, hash } = record
      return { header: headerIn.parse(state), events, hash }
    },
  )
}
