import { randomBytes } from 'node:crypto'
import type { Table } from '@minefall/shared/contracts/rest'
import { type Asset, foldEvents, type GameEvent, initialState, type MatchState } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from './db/index.ts'
import { post } from './ledger/index.ts'
import { writeMoney, writeOpening } from './matches/journal/money.ts'
import { drawOpening } from './matches/lobby/opening.ts'
import type { Shard } from './matches/shards/shards.ts'
import { defaultMatchSettings } from './testing-settings.ts'

export { openServer } from './db/server.ts'
export { balanceOf } from './ledger/index.ts'
export { takeAllShards } from './matches/shards/shards.ts'
export { readTables } from './matches/tables.ts'

/** Accounts with a deposit each, in whole coins. */
export const stagePlayers = async (sql: Sql, count: number, coins: bigint): Promise<string[]> => {
  const { rows } = await sql.query(
    `insert into player (id, kind, name, avatar)
     select gen_random_uuid(), 'player', 'Player ' || n, 'cat-1' from generate_series(1, $1::int) n returning id`,
    [count],
  )
  const players = z
    .array(z.object({ id: z.uuid() }))
    .parse(rows)
    .map(({ id }) => id)
  const most = 500
  for (let from = 0; from < count; from += most) {
    const some = players.slice(from, from + most)
    const key = randomBytes(16).toString('hex')
    await post(sql, {
      kind: 'fund',
      idempotency: { scope: 'bench', key },
      ref: { type: 'bench', id: key, step: 'funded' },
      actor: 'bench',
      entries: [
        {
          account: { kind: 'payin:test', owner: 'bench', asset: 'coin' },
          amount: -coins * BigInt(some.length),
        },
        ...some.map((owner) => ({
          account: { kind: 'player', owner, asset: 'coin' } as const,
          amount: coins,
        })),
      ],
    })
  }
  return players
}

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

/**
 * A match of people, taken through the decisions that move coins as the host writes them, each one statement and one
 * commit. What happens between them is only folded. Decisions of one shard are asked for one after another.
 */
export const stageMatch = async (
  sql: Sql,
  options: { shard: Shard; table: Table; stake: string; asset: Asset; now: number },
) => {
  const { shard, table, stake, asset, now } = options
  const opening = drawOpening(
    {
      table,
      stake,
      asset,
      origin: { open: true, rematchOf: null, invited: null, host: null },
      shard: shard.number,
    },
    {
      clock: { now: () => now },
      randomBytes,
      sealKeys: { current: { keyId: 'bench', key: randomBytes(32) } },
    },
  )
  let state: MatchState = initialState(opening.header)
  const { matchId } = state

  const done = ({ kind }: { kind: string }) => {
    if (kind !== 'written') throw new Error(`a decision of match ${matchId} was ${kind}`)
  }
  const decide = async (seat: number | null, events: readonly GameEvent[]) => {
    const commandId = seat === null ? null : hex(16)
    const requestHash = seat === null ? null : hex(32)
    const row = { matchId, seq: state.seq + 1, seat, commandId, requestHash, events, at: now }
    done(
      await writeMoney(sql, { row, shard, before: state, eventsHash: null, settings: defaultMatchSettings }),
    )
    state = foldEvents(state, events)
  }
  const head = { v: 1, at: now } as const
  done(await writeOpening(sql, shard, opening))

  return {
    /** A seat is taken and its stake held. */
    async sit(seat: number, holder: string) {
      const player = { name: `Player ${seat}`, avatar: 'cat-1', kind: 'player' } as const
      await decide(seat, [
        { type: 'SeatTaken', ...head, seat, ref: hex(16), commit: hex(32), player, holder },
      ])
    },
    /** Stakes are captured. */
    async start() {
      const order = state.table.map((_, seat) => seat)
      const leaves = Array.from({ length: table.rules.w * table.rules.h }, () => hex(32))
      state = foldEvents(state, [
        { type: 'Locked', ...head, prevLog: hex(32), lockHash: hex(32), revealBy: now + 1 },
        ...order.map((seat) => ({ type: 'SeedRevealed', ...head, seat, seed: hex(32) }) as const),
      ])
      await decide(null, [
        { type: 'Started', ...head, order },
        { type: 'BoardBegun', ...head, board: 0, root: hex(32), leaves },
        { type: 'TurnStarted', ...head, turn: 0, seat: 0, deadline: now + 12_000 },
      ])
    },
    /** All but the first two are out, as the moves between start and settlement leave it. */
    async play() {
      const out = state.table.map((_, seat) => seat).slice(2)
      state = foldEvents(
        state,
        out.map((seat) => ({ type: 'SeatOut', ...head, seat, reason: 'left', place: seat + 1 }) as const),
      )
      await sql.query('delete from seated where match_id = $1 and seat >= 2', [matchId])
    },
    /** The second leaves; the first is paid. */
    async settle() {
      const pot = BigInt(stake) * BigInt(table.seats)
      const rake = (pot * BigInt(table.rules.rakeBps)) / 10_000n
      await decide(1, [
        { type: 'SeatOut', ...head, seat: 1, reason: 'left', place: 2 },
        {
          type: 'Settled',
          ...head,
          reason: 'won',
          payouts: [{ seat: 0, amount: String(pot - rake) }],
          rake: String(rake),
          serverSeed: opening.secret.serverSeed,
        },
      ])
    },
  }
}
export type StagedMatch = Awaited<ReturnType<typeof stageMatch>>
