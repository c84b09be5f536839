import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { readLatestSessions } from '../../accounts/index.ts'
import { sendCsv } from '../../files/index.ts'
import { type App, accepted, readCursor, refusal, writeCursor } from '../../http/index.ts'
import { historyPlaceSchema, readHistory } from '../../matches/index.ts'
import {
  listOrders,
  ordersPlaceSchema,
  readStatement,
  statementCsv,
  statementPlaceSchema,
} from '../../wallet/index.ts'
import { blockAccount, signOutPlayer, unblockAccount } from '../players/block.ts'
import { readPlayerName } from '../players/find-players.ts'
import { addNote, notePlaceSchema, readNotes } from '../players/notes.ts'
import { removeName, removePicture } from '../players/remove.ts'
import { search } from '../players/search.ts'
import { viewPlayer } from '../players/view-player.ts'
import type { World } from '../world.ts'
import { byOf, deskServer } from './gate.ts'

/** Sessions that are shown of an account. */
const shownSessions = 50

/** Looking for players, looking at one, and what staff do about one. */
export const playerRoutes = async (app: App, { world }: { world: World }) => {
  const { db, clock } = world
  const serve = deskServer(app, world)

  /** Whose page this is; refused where there is no one. */
  const nameOf = async ({ id }: { id: string }) =>
    accepted((await readPlayerName(db, id)) ?? refusal(bodyCode.notFound))

  serve(
    deskCalls.search,
    { summary: 'Players, orders, matches and reports by name, contact, id or number: ten of each at most' },
    ({ me, query }) => search(db, me, query.q),
  )

  serve(
    deskCalls.player,
    { summary: 'A player: the account with limits, breaks, identity and flags, or a guest' },
    async ({ me, params }) => (await viewPlayer(world, me, params.id)) ?? refusal(bodyCode.notFound),
  )

  serve(
    deskCalls.playerStatement,
    { summary: 'Every entry of the player’s accounts, the newest first' },
    async ({ params, query: { cursor, ...asked } }) => {
      const { id } = await nameOf(params)
      const from = readCursor(statementPlaceSchema, cursor)
      const { entries, next } = await readStatement(db, id, { ...asked, from })
      return { items: entries, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.playerStatementFile,
    { summary: 'Every entry of the player’s accounts as CSV, the newest first' },
    async ({ params, reply }) => {
      const { id, nickname } = await nameOf(params)
      const parts = statementCsv(db, id, { front: { player: id, nickname } })
      return sendCsv(reply, `minefall-statement-${id}.csv`, parts)
    },
  )

  serve(
    deskCalls.playerOrders,
    { summary: 'Deposits and withdrawals of the player, the newest first' },
    async ({ params, query }) => {
      const { id } = await nameOf(params)
      return listOrders(db, id, { ...query, cursor: readCursor(ordersPlaceSchema, query.cursor) })
    },
  )

  serve(
    deskCalls.playerMatches,
    { summary: 'Matches of the player that are over, the newest first' },
    async ({ params, query }) => {
      const { id } = await nameOf(params)
      return readHistory(db, id, { ...query, cursor: readCursor(historyPlaceSchema, query.cursor) })
    },
  )

  serve(
    deskCalls.playerSessions,
    { summary: 'The account’s latest sessions, the newest first; those that ended within 30 days too' },
    async ({ params }) => {
      const { id: playerId } = await nameOf(params)
      const items = await readLatestSessions(db, { playerId, now: clock.now(), limit: shownSessions })
      return { items }
    },
  )

  serve(
    deskCalls.notes,
    { summary: 'What staff wrote of the player, the newest first' },
    async ({ params, query: { cursor, limit } }) => {
      const { id: playerId } = await nameOf(params)
      const from = readCursor(notePlaceSchema, cursor)
      const { notes, next } = await readNotes(db, { playerId, from, limit })
      return { items: notes, next: next && writeCursor(next) }
    },
  )

  serve(
    deskCalls.addNote,
    { summary: 'Write a note of a player for staff, permanently; the same id again is the same note' },
    ({ params, body, ...taken }) => addNote(world, { playerId: params.id, ...byOf(taken) }, body),
  )

  serve(
    deskCalls.blockPlayer,
    { summary: 'Block an account and sign it out everywhere; 1409 when it is blocked otherwise' },
    ({ params, body, ...taken }) => blockAccount(world, { playerId: params.id, ...byOf(taken) }, body),
  )

  serve(deskCalls.unblockPlayer, { summary: 'Unblock an account' }, ({ params, body, ...taken }) =>
    unblockAccount(world, { playerId: params.id, ...byOf(taken) }, body),
  )

  serve(
    deskCalls.removeName,
    { summary: 'Give an account a random name in place of its nickname; 1409 when it has another by now' },
    ({ params, body, ...taken }) => removeName(world, { playerId: params.id, ...byOf(taken) }, body),
  )

  serve(
    deskCalls.removePicture,
    { summary: 'Delete the picture that an account uploaded; 1409 when it has another by now' },
    ({ params, body, ...taken }) => removePicture(world, { playerId: params.id, ...byOf(taken) }, body),
  )

  serve(
    deskCalls.signOutPlayer,
    { summary: 'End every session of an account, or one' },
    async ({ params, body, ...taken }) => {
      const actor = { playerId: params.id, ...byOf(taken) }
      return { ended: accepted(await signOutPlayer(world, actor, body)).length }
    },
  )
}
