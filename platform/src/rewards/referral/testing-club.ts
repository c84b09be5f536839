import { createHash, randomUUID } from 'node:crypto'
import { manualClock } from '@minefall/shared/testing'
import { z } from 'zod'
import type { Database, Lane, Sql } from '../../db/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { newMatchId } from '../../ledger/testing.ts'
import { newAccount } from '../../wallet/orders/testing.ts'
import { countMatch } from '../counter/count-match.ts'
import { takeMatch } from '../counter/take-match.ts'
import type { Told } from '../tell-rewards.ts'

/** A match that is over: who sat in it, and how it ended. */
export type Played = {
  players: readonly string[]
  /** What came back to each seat; all of it to the first unless told otherwise. */
  payouts?: readonly bigint[]
  asset?: 'coin' | 'promo'
  stake?: bigint
  isPrivate?: boolean
  isRematch?: boolean
}

const outcomeOf = (payout: bigint, pot: bigint) =>
  payout === pot ? 'won' : payout === 0n ? 'lost' : 'shared'

/** An ended match as `end_match` leaves it, without its coins. */
const insertEnded = async (tx: Sql, played: Played, endedAt: Date): Promise<void> => {
  const { players, asset = 'coin', stake = 100n, isPrivate = false, isRematch = false } = played
  const pot = stake * BigInt(players.length)
  const payouts = played.payouts ?? players.map((_, seat) => (seat === 0 ? pot : 0n))
  const matchId = newMatchId()
  const insertMatch = async (id: string, rematchOf: string | null) =>
    tx.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase, started_at, ended_at,
         private, host, rematch_of)
       values ($1, 0, 'mines-duel', $2, $3, $4, '{}', '00', 'settled', $5, $5, $6, $7, $8)`,
      [id, asset, stake, players.length, endedAt, isPrivate, isPrivate ? players[0] : null, rematchOf],
    )
  const earlier = isRematch ? newMatchId() : null
  if (earlier) await insertMatch(earlier, null)
  await insertMatch(matchId, earlier)
  await tx.query(
    `insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
     select s.player_id, $1, $2, $3, s.seat - 1, s.outcome, s.seat, s.payout
     from unnest($4::uuid[], $5::text[], $6::bigint[]) with ordinality as s (player_id, outcome, payout, seat)`,
    [asset, endedAt, matchId, players, payouts.map((payout) => outcomeOf(payout, pot)), payouts],
  )
  await tx.query('insert into match_uncounted (match_id, ended_at, player_ids) values ($1, $2, $3)', [
    matchId,
    endedAt,
    players,
  ])
}

const invitationSchema = z.object({
  matches: z.int(),
  discounted: z.int(),
  status: z.string(),
  reason: z.string().nullable(),
  amount: z.bigint().nullable(),
})

/**
 * For tests alone: people who invite each other, sign in on devices, have money paid out, and play matches that the
 * counter counts. The clock stands but for a second after each match.
 */
export const openClub = (db: Database, begin = Date.UTC(2026, 2, 10, 12)) => {
  const clock = manualClock(begin)
  const settings = { barredCountries: ['FR'], pairCoinsMost: 20_000n }
  const world = { clock, settings }

  /** Counts the match that waited longest, on this lane. Null when none waited. */
  const countOne = (lane: Lane): Promise<Told[] | null> =>
    lane.transaction(async (tx) => {
      const match = await takeMatch(tx, [])
      return match && (await countMatch(tx, world, match))
    })

  const share = async (
    table: 'known_device' | 'payout_destination',
    what: string,
    players: readonly string[],
  ) => {
    const hash = createHash('sha256').update(what).digest()
    for (const player of players)
      if (table === 'known_device')
        await db.query(
          `insert into known_device (player_id, device_hash, seen_at) values ($1, $2, $3) on conflict do nothing`,
          [player, hash, new Date(clock.now())],
        )
      else
        await db.query(
          `insert into payout_destination
             (id, player_id, method, currency, details, fingerprint, created_at, removed_at)
           values ($1, $2, 'alipay', 'CNY', '{}', $3, $4, $4)`,
          [randomUUID(), player, hash, new Date(clock.now())],
        )
  }

  return {
    clock,
    settings,
    /** Somebody new, who came by this one's invitation. */
    join: async (inviter: string | null = null): Promise<string> => {
      const id = await newAccount(db)
      if (inviter !== null)
        await db.query('insert into referral (invited_id, inviter_id, joined_at) values ($1, $2, $3)', [
          id,
          inviter,
          new Date(clock.now()),
        ])
      return id
    },
    /** Signs everybody in on the same device; one that nobody else has unless it is named. */
    shareDevice: (players: readonly string[], device: string = randomUUID()) =>
      share('known_device', device, players),
    /** Has everybody's money paid out to the same account, which all of them took back since. */
    sharePayout: (players: readonly string[], account: string = randomUUID()) =>
      share('payout_destination', account, players),
    /** Ends a match, which waits to be counted then. */
    play: async (played: Played): Promise<void> => {
      await db.transaction((tx) => insertEnded(tx, played, new Date(clock.now())))
      await clock.advance(1_000)
    },
    countOne,
    /** Counts all that waits, one after another. */
    count: async (): Promise<Told[]> => {
      const all: Told[] = []
      for (let told = await countOne(db); told; told = await countOne(db)) all.push(...told)
      return all
    },
    /** What became of the invitation that brought somebody. */
    invitation: async (invited: string): Promise<z.infer<typeof invitationSchema>> => {
      const { rows } = await db.query(
        'select matches, discounted, status, reason, amount from referral where invited_id = $1',
        [invited],
      )
      return invitationSchema.parse(rows[0])
    },
    /** Bonus coins that somebody has. */
    bonus: async (player: string): Promise<string> => (await balanceOf(db, player)).promo,
  }
}
export type Club = ReturnType<typeof openClub>

/** The same database, whose next transaction is cut off before its nth statement. */
export const cutOffBefore = (db: Database, nth: number): Lane => ({
  query: db.query,
  transaction: (run) =>
    db.transaction((tx) => {
      let statement = 0
      const query: Sql['query'] = async (...asked) => {
        statement += 1
        if (statement >= nth) throw new Error('cut off')
        return tx.query(...asked)
      }
      return run({ query })
    }),
})
