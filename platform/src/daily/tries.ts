import { bodyCode } from '@minefall/shared/contracts'
import type { DailyTry } from '@minefall/shared/contracts/rest'
import { dayOf, finishOf, standingOf } from '@minefall/shared/daily'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal, wrongField } from '../http/index.ts'
import type { DealtBoard } from './boards.ts'
import type { World } from './world.ts'

const tryRow = z.object({
  id: z.string(),
  day: z.string(),
  began_at: z.date(),
  ended_at: z.date().nullable(),
  accuracy: z.number().nullable(),
  seconds: z.int().nullable(),
})
type TryRow = z.output<typeof tryRow>

const tileRow = z.object({ tile: z.int(), mine: z.boolean(), clue: z.int() })
type TileRow = z.output<typeof tileRow>

type OwnTry = { playerId: string; day: string }

/** Someone's try of a day with its tiles in order; `lock` keeps it for the transaction. */
const readTry = async (sql: Sql, { playerId, day }: OwnTry, lock = false) => {
  const { rows } = await sql.query(
    `select id, day::text, began_at, ended_at, accuracy, seconds from daily_try
     where day = $1 and player_id = $2 ${lock ? 'for no key update' : ''}`,
    [day, playerId],
  )
  const row = tryRow.optional().parse(rows[0])
  if (!row) return null
  const opened = await sql.query('select tile, mine, clue from daily_tile where try_id = $1 order by nth', [
    row.id,
  ])
  return { row, tiles: tileRow.array().parse(opened.rows) }
}

type Found = { row: TryRow; tiles: readonly TileRow[] }

/** When a try ended: once its time is up it is over, whether or not that is written yet. */
const endOf = ({ day, ended_at }: TryRow, now: number): number | null =>
  ended_at?.getTime() ?? (now < finishOf(day) ? null : finishOf(day))

/** A try as its player may see it: what is open, and the commitments to the rest. */
const viewTry = ({ row, tiles }: Found, board: DealtBoard, now: number): DailyTry => ({
  day: row.day,
  rules: board.rules,
  leaves: [...board.leaves],
  openers: board.openers.map((tile) => {
    const { clue, salt } = board.tile(tile)
    return { tile, clue, salt }
  }),
  tiles: tiles.map((open) => ({ ...open, salt: board.tile(open.tile).salt })),
  beganAt: row.began_at.getTime(),
  finishAt: finishOf(row.day),
  endedAt: endOf(row, now),
  result: { accuracy: row.accuracy, seconds: row.seconds },
})

/** Someone's try of a day; null where there is none. */
export const viewOwnTry = async (
  { db, boards, clock }: Pick<World, 'db' | 'boards' | 'clock'>,
  own: OwnTry,
): Promise<DailyTry | null> => {
  const found = await readTry(db, own)
  const board = found && (await boards.of(db, own.day))
  return board ? viewTry(found, board, clock.now()) : null
}

/** Tries that a device's guest began and still has, and the account has none of that day itself. */
const claimable = `
  t.by_guest and t.device_hash = $2 and exists (select from player p where p.id = t.player_id and p.kind = 'guest')
  and not exists (select from daily_try own where own.day = t.day and own.player_id = $1)`

export const countClaimable = async (sql: Sql, playerId: string, device: Uint8Array): Promise<number> => {
  const { count } = await sql.query(`select from daily_try t where ${claimable}`, [playerId, device])
  return count
}

/** Keeps a player's row for the transaction, so that what is begun and claimed for them comes one after another. */
const lockPlayer = (tx: Sql, playerId: string) =>
  tx.query('select from player where id = $1 for no key update', [playerId])

const claimIn = async (tx: Sql, playerId: string, device: Uint8Array): Promise<number> => {
  const { count } = await tx.query(`update daily_try t set player_id = $1 where ${claimable}`, [
    playerId,
    device,
  ])
  return count
}

/** Gives an account the tries of its device's guest, each once. Answers how many. */
export const claimTries = (
  { db }: Pick<World, 'db'>,
  playerId: string,
  device: Uint8Array,
): Promise<number> =>
  db.transaction(async (tx) => {
    await lockPlayer(tx, playerId)
    return claimIn(tx, playerId, device)
  })

/** Whether the board of a day was begun on a device for another player. */
export const isDeviceUsed = async (
  sql: Sql,
  { playerId, day }: OwnTry,
  device: Uint8Array,
): Promise<boolean> => {
  const { count } = await sql.query(
    'select from daily_try where day = $2 and device_hash = $3 and player_id <> $1 limit 1',
    [playerId, day, device],
  )
  return count > 0
}

export type Beginner = { playerId: string; isGuest: boolean; device: Uint8Array | null }

/**
 * Begins someone's scored try of today, or answers the one that there is. Refused: another day than today, or one
 * without a board (1303); a guest on whose device the board was played already (1409). An account takes over what its
 * device's guest began.
 */
export const beginTry = async (
  { db, clock, newId, boards }: Pick<World, 'db' | 'clock' | 'newId' | 'boards'>,
  { playerId, isGuest, device }: Beginner,
  day: string,
): Promise<DailyTry | Refusal> => {
  const board = await boards.of(db, day)
  if (!board) return refusal(bodyCode.wrongPhase)
  return db.transaction(async (tx): Promise<DailyTry | Refusal> => {
    await lockPlayer(tx, playerId)
    const own = { playerId, day }
    if (device && !isGuest) await claimIn(tx, playerId, device)
    const there = await readTry(tx, own)
    const now = clock.now()
    if (there) return viewTry(there, board, now)
    if (day !== dayOf(now)) return refusal(bodyCode.wrongPhase)
    if (device && isGuest && (await isDeviceUsed(tx, own, device))) return refusal(bodyCode.conflict)
    await tx.query(
      `insert into daily_try (id, day, player_id, device_hash, by_guest, began_at) values ($1, $2, $3, $4, $5, $6)`,
      [newId(), day, playerId, device, isGuest, new Date(now)],
    )
    const begun = await readTry(tx, own)
    return begun ? viewTry(begun, board, now) : refusal(bodyCode.wrongPhase)
  })
}

/** Writes a tile and what the try has come to with it: the same statement whatever is under it. */
const writeTile = `
  with opened as (
    insert into daily_tile (try_id, nth, tile, mine, clue, at) values ($1, $2, $3, $4, $5, $6)
  )
  update daily_try set safe = $7, hits = $8, ended_at = $9 where id = $1`

/**
 * Opens a tile of someone's try, which is committed before it is answered. Answers the try as it then is; as it was
 * where the tile is open already or the try is over, so that repeating a call, or making it in two tabs, changes nothing.
 * Refused: no try of that day (1404), no such tile (1001).
 */
export const openTile = async (
  { db, clock, boards, ended }: Pick<World, 'db' | 'clock' | 'boards' | 'ended'>,
  playerId: string,
  { day, tile }: { day: string; tile: number },
): Promise<DailyTry | Refusal> => {
  const board = await boards.of(db, day)
  if (!board) return refusal(bodyCode.notFound)
  if (tile >= board.rules.w * board.rules.h) return wrongField('tile', 'bad-parameters')
  const result = await db.transaction(async (tx): Promise<DailyTry | Refusal> => {
    const found = await readTry(tx, { playerId, day }, true)
    if (!found) return refusal(bodyCode.notFound)
    const { row, tiles } = found
    const isOpen = board.openers.includes(tile) || tiles.some((open) => open.tile === tile)
    const now = clock.now()
    if (isOpen || endOf(row, now) !== null) return viewTry(found, board, now)
    const { mine, clue } = board.tile(tile)
    const after = [...tiles, { tile, mine, clue }]
    const { safe, hits, isOver } = standingOf(board.rules, after)
    const at = new Date(now)
    const ended_at = isOver ? at : null
    await tx.query(writeTile, [row.id, tiles.length, tile, mine, clue, at, safe, hits, ended_at])
    return viewTry({ row: { ...row, ended_at }, tiles: after }, board, now)
  })
  if ('endedAt' in result && result.endedAt !== null) ended()
  return result
}
