import { isDeepStrictEqual } from 'node:util'
import { type MatchId, matchIdSchema, rollHash, view } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { extend, isOver, newRecord } from '../host/record.ts'
import { parseRow, readRows } from '../journal/rows.ts'
import { headerColumns, headerOf } from '../recovery/past.ts'
import type { Books } from './books.ts'
import type { Copy } from './copy.ts'
import { judgeBoards } from './judge-boards.ts'
import { judgeChains } from './judge-chains.ts'
import { judgeCoins } from './judge-coins.ts'
import { judgeTime } from './judge-time.ts'
import type { Acknowledged, Journaled, Link, Story } from './story.ts'

/** Folds a match again from its rows. Throws when a number is missing or doubled, or an event does not follow. */
const tell = async (sql: Sql, id: MatchId, header: unknown): Promise<Journaled> => {
  const record = newRecord(headerOf(header))
  const rows = (await readRows(sql, id)).map(parseRow)
  const hashes = [record.hash]
  const holders = new Map<number, readonly (string | undefined)[]>()
  for (const row of rows) {
    extend(record, row)
    holders.set(
      row.seq,
      record.state.table.map((seat) => seat?.holder),
    )
    for (const event of row.events) hashes.push(rollHash(hashes.at(-1) ?? '', event))
  }
  return { record, rows, hashes, holders }
}

/** Throws when a command that was acknowledged is not in the journal as it was sent. */
const judgeAcknowledged = (told: ReadonlyMap<MatchId, Journaled>, acknowledged: Acknowledged): void => {
  const { matchId, commandId, playerId, seq, did } = acknowledged
  const match = told.get(matchId)
  const row = match?.rows.find((each) => each.seq === seq)
  const fits = row?.events.some((event) => {
    if (did.type === 'left') return event.type === 'SeatLeft' || event.type === 'SeatOut'
    if (did.type === 'opened')
      return (event.type === 'TileOpened' || event.type === 'TilePicked') && event.tile === did.tile
    return event.type === did.type
  })
  const before = match?.rows.findLast((each) => each.seq < seq)
  const holders = [seq, before?.seq ?? 0].map((at) => match?.holders.get(at)?.[row?.seat ?? -1])
  if (!fits || row?.commandId !== commandId || !holders.includes(playerId))
    throw new Error(
      `an acknowledged command is lost: ${JSON.stringify(acknowledged)}, there ${JSON.stringify(row)}`,
    )
}

/** Throws when a link that was acknowledged is not in the journal, or was left out of its draw. */
const judgeLink = (told: ReadonlyMap<MatchId, Journaled>, sent: Link): void => {
  const events = told.get(sent.matchId)?.rows.flatMap((row) => row.events) ?? []
  const isThere = events.some(
    (event) =>
      event.type === 'LinkRevealed' &&
      event.turn === sent.turn &&
      event.seat === sent.seat &&
      event.link === sent.link,
  )
  if (!isThere) throw new Error(`an acknowledged link is lost: ${JSON.stringify(sent)}`)
}

/** Throws when a client has folded something else than the journal tells. */
const judgeCopy = (told: ReadonlyMap<MatchId, Journaled>, { matchId, state, hash }: Copy): void => {
  if (!state) return
  const match = told.get(matchId)
  if (match?.hashes[state.seq] !== hash)
    throw new Error(`a copy of match ${matchId} at ${state.seq} has hash ${hash}`)
  if (isOver(state) && !isDeepStrictEqual(jsonOf(state), jsonOf(view(match.record.state))))
    throw new Error(`a copy of match ${matchId} differs from its journal at the end`)
}

const jsonOf = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const matchRow = z.object({ id: matchIdSchema, phase: z.string() })

/** Judges a world that has come to its end. Throws what is wrong with it. For tests alone. */
export const judge = async (options: {
  db: Sql
  story: Story
  players: readonly string[]
  books: Books
}): Promise<{ matches: number }> => {
  const { db, story } = options
  const { rows } = await db.query(`select ${headerColumns}, m.phase from match m order by m.id`)
  const told = new Map<MatchId, Journaled>()
  for (const row of rows) {
    const { id, phase } = matchRow.parse(row)
    const match = await tell(db, id, row)
    const { state } = match.record
    if (!isOver(state) || state.phase !== phase)
      throw new Error(`match ${id} is ${state.phase} by its journal and ${phase} by its row`)
    if (state.result?.outcome === 'voided' && state.result.reason === 'quarantined')
      throw new Error(`match ${id} was stopped by a fault`)
    judgeBoards(match)
    judgeTime(match, story)
    told.set(id, match)
  }
  for (const each of story.acknowledged) judgeAcknowledged(told, each)
  for (const sent of story.links) judgeLink(told, sent)
  for (const copy of story.copies) judgeCopy(told, copy)
  await judgeCoins({ ...options, told: [...told.values()] })
  await judgeChains(db)
  return { matches: told.size }
}
