import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type AccountName, type Posting, post } from '../ledger/index.ts'
import type { ArenaRow } from './read.ts'

/** The account that holds the stakes of an arena. */
export const arenaAccount = ({ id, asset }: Pick<ArenaRow, 'id' | 'asset'>): AccountName => ({
  kind: 'arena',
  owner: id,
  asset,
})

/** Notes in a day of play what was staked or came back, as a match does: limits of losses go by it. */
const noteStaked = `
  insert into play_day as d (player_id, day, asset, staked) values ($1, utc_day($2), $3, $4)
  on conflict (player_id, day, asset) do update set staked = d.staked + excluded.staked`
const noteReturned = `
  insert into play_day as d (player_id, day, asset, returned) values ($1, utc_day($2), $3, $4)
  on conflict (player_id, day, asset) do update set returned = d.returned + excluded.returned`

/** Notes what came back to a player of what they staked in an arena at a time. */
export const noteReturn = async (
  tx: Sql,
  { playerId, at, asset, amount }: { playerId: string; at: Date; asset: string; amount: bigint },
): Promise<void> => {
  await tx.query(noteReturned, [playerId, at, asset, amount])
}

/** Whether a player's stake is in an arena's account. */
export const hasPaid = async (tx: Sql, arenaId: string, playerId: string): Promise<boolean> => {
  const { count } = await tx.query(
    'select from arena_stake where arena_id = $1 and player_id = $2 and refunded_at is null',
    [arenaId, playerId],
  )
  return count > 0
}

const waitingRow = z.object({ waiting: z.bigint() })

/** What a player's seat holds of these coins for a match that has not begun: it counts in no day of play before that. */
export const waitingStake = async (tx: Sql, playerId: string, asset: ArenaRow['asset']): Promise<bigint> => {
  const { rows } = await tx.query(
    `select coalesce(sum(m.stake), 0)::bigint as waiting from seated s join match m on m.id = s.match_id
     where s.player_id = $1 and m.asset = $2 and m.phase in ('gathering', 'locking')`,
    [playerId, asset],
  )
  return waitingRow.parse(rows[0]).waiting
}

/** Pays a player's stake into an arena's account, in the transaction that has them join. */
export const takeStake = async (
  tx: Sql,
  arena: ArenaRow,
  { id, playerId, at }: { id: string; playerId: string; at: Date },
): Promise<Posting> => {
  const { asset, stake } = arena
  const posting = await post(tx, {
    kind: 'arena-stake',
    idempotency: { scope: 'arena-stake', key: id },
    ref: { type: 'arena-stake', id, step: 'paid' },
    actor: playerId,
    entries: [
      { account: { kind: 'player', owner: playerId, asset }, amount: -stake },
      { account: arenaAccount(arena), amount: stake },
    ],
  })
  if (!posting.ok) return posting
  await tx.query(
    'insert into arena_stake (id, arena_id, player_id, amount, at) values ($1, $2, $3, $4, $5)',
    [...[id, arena.id, playerId], ...[stake, at]],
  )
  await tx.query(noteStaked, [playerId, at, asset, stake])
  return posting
}

const stakeRow = z.object({ id: z.string(), amount: z.bigint(), at: z.date() })

/** Pays back a player's stake that is in an arena's account. Its row is held, so it is paid back once. Answers whether there was one. */
export const refundStake = async (
  tx: Sql,
  arena: Pick<ArenaRow, 'id' | 'asset'>,
  { playerId, now }: { playerId: string; now: number },
): Promise<boolean> => {
  const { rows } = await tx.query(
    'select id, amount, at from arena_stake where arena_id = $1 and player_id = $2 and refunded_at is null for update',
    [arena.id, playerId],
  )
  const stake = stakeRow.array().parse(rows)[0]
  if (!stake) return false
  const { id, amount, at } = stake
  const { asset } = arena
  const posting = await post(tx, {
    kind: 'arena-refund',
    idempotency: { scope: 'arena-refund', key: id },
    ref: { type: 'arena-stake', id, step: 'refunded' },
    actor: 'platform',
    entries: [
      { account: arenaAccount(arena), amount: -amount },
      { account: { kind: 'player', owner: playerId, asset }, amount },
    ],
  })
  if (!posting.ok) throw new Error(`the stake ${id} could not be paid back: ${posting.reason}`)
  await tx.query('update arena_stake set refunded_at = $2 where id = $1', [id, new Date(now)])
  await noteReturn(tx, { playerId, at, asset, amount })
  return true
}
