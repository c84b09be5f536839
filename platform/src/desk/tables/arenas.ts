import { isDeepStrictEqual } from 'node:util'
import { bodyCode } from '@minefall/shared/contracts'
import { arenaLimits, type DeskArenaBody, type Staff, tableLimits } from '@minefall/shared/contracts/desk'
import type { Arena } from '@minefall/shared/contracts/live'
import { z } from 'zod'
import { cancelArena, readArena, readArenas, tellChange, viewArena } from '../../arena/index.ts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, wrongField } from '../../http/index.ts'
import { readTables } from '../../matches/index.ts'
import { type By, writeAudit } from '../audit/write-audit.ts'
import { ownsOne } from '../staff/own-accounts.ts'
import { stillWorks } from '../staff/staff-row.ts'
import type { World } from '../world.ts'

/** So many that are over are listed. */
const overListed = 50
const dayMs = 86_400_000

export const listArenas = (sql: Sql): Promise<Arena[]> => readArenas(sql, overListed)

/** What is wrong with an arena as staff would have it; null for nothing. */
const refuseBody = async (
  tx: Sql,
  { play: { rakeBps }, clock }: Pick<World, 'play' | 'clock'>,
  body: DeskArenaBody,
): Promise<Refusal | null> => {
  const [stake, potEach, potMost] = [BigInt(body.stake), BigInt(body.potEach), BigInt(body.potMost)]
  const table = (await readTables(tx, rakeBps)).find(({ gameId }) => gameId === body.gameId)
  if (!table) return refusal(bodyCode.notFound)
  if (!table.isOpen || !table.rules.clues || table.practice) return wrongField('gameId', 'bad-parameters')
  const now = clock.now()
  if (body.beginsAt <= now || body.beginsAt > now + arenaLimits.daysMost * dayMs)
    return wrongField('beginsAt', 'bad-parameters')
  if (stake > BigInt(tableLimits.stakeMost)) return wrongField('stake', 'bad-parameters')
  if (stake === 0n && body.asset !== 'promo') return wrongField('asset', 'bad-parameters')
  if (stake === 0n && body.rakeBps > 0) return wrongField('rakeBps', 'bad-parameters')
  const isGiven = potEach > 0n && potMost >= potEach && potMost <= BigInt(arenaLimits.potMost)
  if (stake === 0n ? !isGiven : potEach > 0n || potMost > 0n) return wrongField('potMost', 'bad-parameters')
  return null
}

/** What is asked for, as the columns of an arena. */
const termsOf = ({ gameId, asset, stake, rakeBps, potEach, potMost, beginsAt, minutes }: DeskArenaBody) => ({
  game_id: gameId,
  asset,
  stake: BigInt(stake),
  rake_bps: rakeBps,
  pot_each: BigInt(potEach),
  pot_most: BigInt(potMost),
  begins_at: new Date(beginsAt),
  ends_at: new Date(beginsAt + minutes * 60_000),
})

/** Makes the arena, unless another call with its id was quicker. */
const insertArena = async (tx: Sql, { clock }: World, body: DeskArenaBody, by: By): Promise<void> => {
  const { arenaId, reason, ...after } = body
  const terms = termsOf(body)
  const { count } = await tx.query(
    `insert into arena (id, made_by, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,
    [
      ...[arenaId, by.staff.id, terms.game_id, terms.asset],
      ...[terms.stake, terms.rake_bps, terms.pot_each, terms.pot_most],
      ...[terms.begins_at, terms.ends_at],
    ],
  )
  if (count > 0)
    await writeAudit(tx, {
      at: clock.now(),
      staffId: by.staff.id,
      action: 'arena.make',
      subject: { type: 'arena', id: arenaId },
      reason,
      after,
      address: by.address,
    })
}

/**
 * Makes an arena; the same id again answers the one that there is. Refused: no such table (1404), a field is wrong
 * (1001), the id is of an arena on other terms (1409), someone disabled (1501).
 */
export const makeArena = async (world: World, body: DeskArenaBody, by: By): Promise<Arena | Refusal> =>
  world.db.transaction(async (tx) => {
    if (!(await stillWorks(tx, by.staff))) return refusal(bodyCode.tokenInvalid)
    const there = await readArena(tx, body.arenaId)
    if (!there) {
      const wrong = await refuseBody(tx, world, body)
      if (wrong) return wrong
      await insertArena(tx, world, body, by)
    }
    const made = there ?? (await readArena(tx, body.arenaId))
    return made && isDeepStrictEqual({ ...made, ...termsOf(body) }, made)
      ? viewArena(made)
      : refusal(bodyCode.conflict)
  })

const joinedRow = z.object({ player_id: z.string() }).transform(({ player_id }) => player_id)

/** Why this person may not cancel this arena, which stays as it is until the transaction ends; null if they may. */
const refuseCancel = async (tx: Sql, arenaId: string, staff: Staff): Promise<Refusal | null> => {
  if (!(await readArena(tx, arenaId, true))) return refusal(bodyCode.notFound)
  if (!(await stillWorks(tx, staff))) return refusal(bodyCode.tokenInvalid)
  const { rows } = await tx.query('select player_id from arena_player where arena_id = $1', [arenaId])
  return (await ownsOne(tx, staff, joinedRow.array().parse(rows))) ? refusal(bodyCode.notAllowed) : null
}

/**
 * Cancels an arena; stakes are paid back within a minute. Refused: none (1404), an own account joined it (1403), over
 * by now (1409), someone disabled (1501).
 */
export const cancelArenaByHand = async (
  world: World,
  { id, reason }: { id: string; reason: string },
  by: By,
): Promise<Arena | Refusal> => {
  const { db, clock } = world
  const canceled = await db.transaction(async (tx): Promise<{ version: bigint; arena: Arena } | Refusal> => {
    const refused = await refuseCancel(tx, id, by.staff)
    if (refused) return refused
    const version = await cancelArena(tx, id, clock.now())
    const arena = await readArena(tx, id)
    if (version === null || !arena) return refusal(bodyCode.conflict)
    await writeAudit(tx, {
      at: clock.now(),
      staffId: by.staff.id,
      action: 'arena.cancel',
      subject: { type: 'arena', id },
      reason,
      address: by.address,
    })
    return { version, arena: viewArena(arena) }
  })
  if (isRefusal(canceled)) return canceled
  await tellChange(world, id, canceled.version)
  return canceled.arena
}
