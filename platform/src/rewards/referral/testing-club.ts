import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database, Sql } from '../../db/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { countNext } from '../counter/count-match.ts'
import { openRewards, second } from '../testing.ts'
import type { RewardsSettings } from '../world.ts'

/** A match that is over: who sat in it, and how it ended. */
export type Played = {
  players: readonly string[]
  /** What came back to each seat; all of it to the first by default. */
  payouts?: readonly bigint[]
  asset?: 'coin' | 'promo'
  stake?: bigint
  isPrivate?: boolean
  rematchOf?: string
}

const outcomeOf = (payout: bigint, pot: bigint) =>
  payout === pot ? 'won' : payout === 0n ? 'lost' : 'shared'

const invitationSchema = z.object({
  matches: z.int(),
  discounted: z.int(),
  status: z.string(),
  reason: z.string().nullable(),
  amount: z.bigint().nullable(),
})

/**
 * For tests alone: people who invite each other, sign in on devices, have money paid out, and play matches of a second
 * that the counter counts.
 */
export const openClub = async (db: Database, settings: Partial<RewardsSettings> = {}) => {
  const rewards = await openRewards(db, settings)
  const { clock, told, world, endMatch } = rewards

  return {
    ...rewards,
    /** Someone new, who came by this one's invitation. */
    join: async (inviter: string | null = null): Promise<string> => {
      const id = await rewards.someone()
      if (inviter !== null)
        await db.query('insert into referral (invited_id, inviter_id, joined_at) values ($1, $2, $3)', [
          id,
          inviter,
          new Date(clock.now()),
        ])
      return id
    },
    /** Signs everyone in on the same device; one that no one else has unless it is named. */
    shareDevice: async (players: readonly string[], device: string = randomUUID()): Promise<void> => {
      await db.query(
        `insert into known_device (player_id, device_hash, seen_at)
         select player_id, $2, $3 from unnest($1::uuid[]) as p (player_id) on conflict do nothing`,
        [players, createHash('sha256').update(device).digest(), new Date(clock.now())],
      )
    },
    /** Has everyone's money paid out to the same account, which all of them took back since. */
    sharePayout: async (players: readonly string[], account: string = randomUUID()): Promise<void> => {
      await db.query(
        `insert into payout_destination (id, player_id, method, currency, details, fingerprint, created_at, removed_at)
         select gen_random_uuid(), player_id, 'alipay', 'CNY', '{}', $2, $3, $3 from unnest($1::uuid[]) as p (player_id)`,
        [players, createHash('sha256').update(account).digest(), new Date(clock.now())],
      )
    },
    /** Ends a match, which waits to be counted then. */
    end: ({ players, payouts, stake = 100n, ...played }: Played): Promise<string> => {
      const pot = stake * BigInt(players.length)
      const seats = players.map((playerId, seat) => {
        const payout = payouts?.[seat] ?? (seat === 0 ? pot : 0n)
        return { playerId, payout, outcome: outcomeOf(payout, pot) } as const
      })
      return endMatch({ ...played, stake, seats, ms: second })
    },
    /** Counts so many matches that wait, all at once. */
    countAtOnce: async (atOnce: number): Promise<void> => {
      await Promise.all(Array.from({ length: atOnce }, () => countNext(world, new Set())))
    },
    /** Counts what waits, and answers what this player hears of it. */
    newsOf: async (player: string) => {
      const before = told.length
      await rewards.count()
      return told
        .slice(before)
        .filter(({ playerId }) => playerId === player)
        .map(({ news }) => news)
    },
    /** The outcome of the invitation that brought someone. */
    invitation: async (invited: string): Promise<z.infer<typeof invitationSchema>> => {
      const { rows } = await db.query(
        'select matches, discounted, status, reason, amount from referral where invited_id = $1',
        [invited],
      )
      return invitationSchema.parse(rows[0])
    },
    /** Bonus coins that someone has. */
    bonus: async (player: string): Promise<string> => (await balanceOf(db, player)).promo,
  }
}
export type Club = Awaited<ReturnType<typeof openClub>>

/** Counts the next match on a database that is gone before the nth statement. Answers whether it got through. */
export const countCutOffBefore = async ({ db, world }: Club, nth: number): Promise<boolean> => {
  let cut = false
  const transaction: Database['transaction'] = (run) =>
    db.transaction((tx) => {
      let statement = 0
      const query: Sql['query'] = async (...asked) => {
        statement += 1
        cut ||= statement >= nth
        if (cut) throw new Error('the database is gone')
        return tx.query(...asked)
      }
      return run({ query })
    })
  // What is cut off before a match is taken has nothing to leave out, and rejects.
  await countNext({ ...world, db: { ...db, transaction } }, new Set()).catch(() => {})
  return !cut
}
