import { randomBytes, randomUUID } from 'node:crypto'
import type { BusEvent } from '@minefall/shared/contracts/bus'
import type { HistoryMatch } from '@minefall/shared/contracts/rest'
import { catalogue } from '@minefall/shared/game'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { type ManualClock, manualClock } from '@minefall/shared/testing'
import { newInvitationCode } from '../accounts/testing-invitations.ts'
import { callAll, type Database } from '../db/index.ts'
import { type CounterWorld, countNext } from './counter/count-match.ts'
import type { RewardsSettings } from './world.ts'

/** For tests alone: noon of a Monday, the second of a month. */
export const begin = Date.UTC(2026, 2, 2, 12)
export const second = 1_000
export const hour = 3_600_000
export const day = 24 * hour

type Played = {
  /** Who sat, with how it ended for them; `outAt` counts from the start. */
  seats: readonly {
    playerId: string
    outcome?: HistoryMatch['outcome']
    /** By default their turn in this list. */
    place?: number
    payout?: bigint
    outAt?: number
  }[]
  gameId?: string
  asset?: 'coin' | 'promo' | 'trial'
  stake?: bigint
  phase?: 'settled' | 'voided'
  isPrivate?: boolean
  rematchOf?: string
  /** How long it took. */
  ms?: number
}

/** Rewards' world with a clock to move, and matches that end as the host ends them, without being played. */
export const openRewards = async (
  db: Database,
  { clock = manualClock(begin), ...settings }: Partial<RewardsSettings> & { clock?: ManualClock } = {},
) => {
  const log = silentLogger()
  const bus = inProcessBus({ log })
  const told: { playerId: string | null; news: BusEvent<'player.rewards'> }[] = []
  bus.subscribe('player.rewards', null, (news, playerId) => told.push({ playerId, news }))
  const world: CounterWorld = {
    db,
    bus,
    clock,
    log,
    settings: { barredCountries: ['FR'], pairCoinsMost: 20_000n, ...settings },
  }

  /** An account without a device, a contact or coins. */
  const someone = async (): Promise<string> => {
    const id = randomUUID()
    await db.query(`insert into player (id, kind, name, avatar) values ($1, 'player', 'Someone', 'cat-1')`, [
      id,
    ])
    await db.query(
      `insert into login_account (player_id, invitation_code, secured_at, created_at) values ($1, $2, $3, $3)`,
      [id, newInvitationCode(), new Date(begin)],
    )
    return id
  }
  const people = async (count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, someone))

  /** A match that begins now and is over `ms` later, when the clock shows as much; not counted yet. */
  const endMatch = async ({
    seats,
    gameId = 'mines-duel',
    asset = 'coin',
    stake = 100n,
    phase = 'settled',
    isPrivate = false,
    rematchOf,
    ms = 60 * second,
  }: Played): Promise<string> => {
    const matchId = randomBytes(16).toString('hex')
    const started = clock.now()
    const rules = JSON.stringify(catalogue.find((table) => table.gameId === gameId)?.rules)
    const host = isPrivate ? seats[0]?.playerId : null
    await db.query(
      `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, private, host, rematch_of)
       values ($1, 0, $2, $3, $4, $5, $6, '00', $7, $8, $9)`,
      [matchId, gameId, asset, stake, seats.length, rules, isPrivate, host, rematchOf],
    )
    for (const [seat, { playerId }] of seats.entries())
      await db.query('insert into seated (player_id, match_id, seat) values ($1, $2, $3)', [
        playerId,
        matchId,
        seat,
      ])
    await callAll(db, [{ name: 'begin_play', values: [matchId, new Date(started)] }])
    const outs = seats.flatMap(({ outAt }, seat) =>
      outAt === undefined
        ? []
        : [{ type: 'SeatOut', v: 1, at: started + outAt, seat, reason: 'mine', place: 2 }],
    )
    await db.query(
      'insert into match_decision (match_id, seq, epoch, events, at) values ($1, 1, 1, $2::jsonb, $3)',
      [matchId, JSON.stringify(outs), new Date(started)],
    )
    await clock.advance(ms)
    const [first] = seats
    const ended = seats.map(({ playerId, outcome, place, payout }, seat) => ({
      playerId,
      seat,
      place: phase === 'voided' ? null : (place ?? seat + 1),
      outcome: outcome ?? (playerId === first?.playerId ? 'won' : 'lost'),
      payout: payout ?? (playerId === first?.playerId ? stake * BigInt(seats.length) : 0n),
    }))
    const values = [
      matchId,
      phase,
      new Date(clock.now()),
      0,
      '[]',
      asset,
      ended.map(({ playerId }) => playerId),
      ended.map(({ seat }) => seat),
      ended.map(({ outcome }) => outcome),
      ended.map(({ place }) => place),
      ended.map(({ payout }) => payout),
    ]
    await callAll(db, [
      { name: 'free_seats', values: [matchId, null] },
      { name: 'end_match', values },
    ])
    return matchId
  }

  /** Counts what waits to be. */
  const count = async (): Promise<void> => {
    const leftOut = new Set<string>()
    while (await countNext(world, leftOut));
  }
  const play = async (played: Played): Promise<string> => {
    const matchId = await endMatch(played)
    await count()
    return matchId
  }
  /** So many matches that count, each against someone new. */
  const playStrangers = async (
    playerId: string,
    times: number,
    { outcome = 'lost', ...played }: Partial<Played> & { outcome?: 'won' | 'lost' } = {},
  ): Promise<void> => {
    for (const stranger of await people(times)) {
      const seats = [{ playerId }, { playerId: stranger }]
      await endMatch({ ms: 0, ...played, seats: outcome === 'won' ? seats : seats.reverse() })
    }
    await count()
  }

  const progressOf = async (playerId: string) => {
    const { rows } = await db.query(
      `select coalesce(p.matches, 0) as matches, coalesce(p.staked, 0)::int as staked, a.level, a.vip_level as tier
       from login_account a left join player_progress p using (player_id) where player_id = $1`,
      [playerId],
    )
    return rows[0]
  }
  const discountsOf = async (playerId: string) => {
    const { rows } = await db.query(
      'select discounted from counted_seat where player_id = $1 order by ended_at',
      [playerId],
    )
    return rows.map(({ discounted }) => discounted)
  }
  return {
    db,
    world,
    clock,
    told,
    someone,
    people,
    endMatch,
    count,
    play,
    playStrangers,
    progressOf,
    discountsOf,
  }
}
export type OpenRewards = Awaited<ReturnType<typeof openRewards>>
