import { randomUUID } from 'node:crypto'
import type { ArenaSeat } from '@minefall/shared/contracts/live'
import { chooseTile, type MatchId } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import { expect } from 'vitest'
import { newInvitationCode } from '../accounts/testing-invitations.ts'
import type { Database } from '../db/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { fund } from '../ledger/testing.ts'
import { edge, guestOf, type Stage } from '../matches/testing.ts'
import { countNext } from '../rewards/counter/count-match.ts'
import { recomputeArena } from './count.ts'
import { cancelArena } from './finish.ts'
import { joinArena, leaveArena } from './join.ts'
import { watchPresence } from './presence.ts'
import { type ArenaRow, readArena } from './read.ts'
import { arenaRunner } from './runner.ts'
import type { World } from './world.ts'

/** What a test makes an arena of: by default half a minute of mines-clues, free, that begins in a second. Times are in milliseconds. */
export type Made = {
  stake?: bigint
  asset?: 'coin' | 'promo'
  rakeBps?: number
  beginsInMs?: number
  lengthMs?: number
}

/** How a robot plays. */
export type Robot = {
  id: string
  /** Whether its page is open. */
  isHere: boolean
  /** Whether it sits down where it is seated. */
  sits: boolean
}

/** For tests alone: arenas beside a match host, a round a second, whose robots play by hand. */
export const openArenas = (stage: Stage) => {
  const { db, bus, clock } = stage
  const errors: unknown[] = []
  const log = { ...silentLogger(), error: (fields: object) => void errors.push(fields) }
  const robots = new Map<string, Robot>()
  const seats = new Map<string, ArenaSeat>()
  const seeds = new Map<string, string>()
  const told: { arenaId: string; version: number }[] = []
  /** Who was seated where, in order. */
  const seatings: { matchId: MatchId; playerId: string }[] = []
  const leftOut = new Set<string>()
  bus.subscribe('arena.change', null, (change) => told.push(change))
  bus.subscribe('player.arena', null, (seat, playerId) => {
    if (playerId === null) return
    seats.set(playerId, seat)
    seatings.push({ matchId: seat.matchId, playerId })
  })

  const worldOf = (): World => ({
    ...{ db, bus, clock, log, newId: randomUUID, settings: { barredCountries: [] } },
    accounts: {
      signedIn: () => {
        throw new Error('no one signs in here')
      },
    },
    matches: stage.host,
  })
  const presence = watchPresence({ bus, clock })
  const startRunner = (matches: World['matches'] = stage.host) =>
    arenaRunner({ ...worldOf(), matches, presence })
  let runner = startRunner()

  const count = async () => {
    const world = { db, bus, clock, log, settings: { barredCountries: [], pairCoinsMost: 20_000n } }
    while (await countNext(world, leftOut));
  }

  const sitDown = async (robot: Robot): Promise<void> => {
    const seat = seats.get(robot.id)
    if (!seat || !robot.isHere || !robot.sits) return
    seats.delete(robot.id)
    const { seed } = await guestOf(stage, robot.id).sit(seat.matchId)
    seeds.set(`${seat.matchId}/${robot.id}`, seed)
  }

  /** Reveals and opens what robots can at each of their matches. */
  const play = async (): Promise<void> => {
    for (const match of stage.host.world.matches.values()) {
      const { state } = match.record
      for (const taken of state.table) {
        const robot = taken?.holder === undefined ? undefined : robots.get(taken.holder)
        if (!taken || !robot?.isHere) continue
        const guest = guestOf(stage, robot.id)
        const presenceOf = { playerId: robot.id, edge, matchId: match.id, presence: 'here' } as const
        await bus.request('match.presence', presenceOf)
        const seed = seeds.get(`${match.id}/${robot.id}`)
        if (state.phase === 'locking' && taken.seed === undefined && seed !== undefined)
          await guest.reveal(match.id, seed)
        if (state.phase === 'playing' && state.turn?.seat === taken.seat)
          await guest.open(match.id, state.turn.turn, chooseTile(state, stage.random, 'casual'))
      }
    }
  }

  const arenas = {
    robots,
    told,
    seatings,
    /** What was logged as an error. */
    errors,
    world: worldOf,
    count,
    /** An arena as staff would make it, by its id. */
    async make({
      stake = 0n,
      asset = 'promo',
      rakeBps = 0,
      beginsInMs = 1_000,
      lengthMs = 30_000,
    }: Made = {}): Promise<string> {
      const id = randomUUID()
      const begins = clock.now() + beginsInMs
      await db.query(
        `insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at)
         values ($1::uuid, $1::uuid::text, 'mines-clues', $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[id, asset, stake, rakeBps],
          ...(stake === 0n ? [10n, 100n] : [0n, 0n]),
          ...[new Date(begins), new Date(begins + lengthMs)],
        ],
      )
      return id
    },
    async read(id: string): Promise<ArenaRow> {
      const row = await readArena(db, id)
      if (!row) throw new Error(`there is no arena ${id}`)
      return row
    },
    /** An account that may stake, with so many withdrawable coins. */
    async account(coins = 0n): Promise<Robot> {
      const id = randomUUID()
      await db.query(`insert into player (id, kind, name, avatar) values ($1, 'player', $2, 'cat-1')`, [
        id,
        `Robot ${robots.size}`,
      ])
      await db.query(
        `insert into login_account (player_id, invitation_code, secured_at, created_at, adult_at, residence)
         values ($1, $2, $3, $3, $3, 'NZ')`,
        [id, newInvitationCode(), new Date(clock.now())],
      )
      if (coins > 0n) await fund(db, id, 'coin', coins)
      const robot: Robot = { id, isHere: true, sits: true }
      robots.set(id, robot)
      return robot
    },
    join: ({ id: playerId }: Robot, arenaId: string) => joinArena(worldOf(), { arenaId, playerId }),
    leave: ({ id: playerId }: Robot, arenaId: string) => leaveArena(worldOf(), { arenaId, playerId }),
    /** So many new accounts with these coins, who join one after another. */
    async joined(count: number, arenaId: string, coins = 0n): Promise<Robot[]> {
      const all: Robot[] = []
      for (let nth = 0; nth < count; nth += 1) {
        const robot = await arenas.account(coins)
        expect(await arenas.join(robot, arenaId)).toEqual({ nth: nth + 1, status: 'ready' })
        all.push(robot)
      }
      return all
    },
    /** Begins a break without an end. */
    beginBreak: ({ id }: Robot) =>
      db.query(
        `insert into play_break (id, player_id, kind, began_at) values ($1, $1, 'self-exclusion', $2)`,
        [id, new Date(clock.now())],
      ),
    /** Whether it was not canceled before. */
    async cancel(id: string): Promise<boolean> {
      return (await db.transaction((tx) => cancelArena(tx, id, clock.now()))) !== null
    },
    /** Nothing is wrong with its standings, and no coin is unaccounted for. */
    async isClean(id: string): Promise<void> {
      expect(await recomputeArena(db, id)).toEqual([])
      expect((await checkLedger(db)).findings).toEqual([])
    },
    /** A second: who is present is said, the runner has its round, robots sit down and move, and what is over is counted. */
    async second(): Promise<void> {
      for (const { arenaId } of await current(db)) {
        const here = [...robots.values()].filter(({ isHere }) => isHere).map(({ id }) => id)
        bus.publish('arena.here', arenaId, { arenaId, playerIds: here })
      }
      await runner.round()
      await Promise.all([...robots.values()].map(sitDown))
      await stage.host.idle()
      for (let nth = 0; nth < 2; nth += 1) {
        await play()
        await stage.pass(500)
      }
      await count()
    },
    async seconds(many: number): Promise<void> {
      for (let nth = 0; nth < many; nth += 1) await arenas.second()
    },
    /** Until the standings of an arena are final, or it is canceled. */
    async over(id: string): Promise<ArenaRow> {
      for (let nth = 0; nth < 1_000; nth += 1) {
        const row = await arenas.read(id)
        if (row.finished_at || row.canceled_at) return row
        await arenas.second()
      }
      throw new Error('the arena did not end')
    },
    /** Another runner in place of this one, as after the end of its node. */
    async replaceRunner(): Promise<void> {
      await runner.close()
      runner = startRunner()
    },
    startRunner,
    async close(): Promise<void> {
      await runner.close()
      presence.close()
    },
  }
  return arenas
}
export type OpenArenas = ReturnType<typeof openArenas>

const current = async (db: Database): Promise<{ arenaId: string }[]> => {
  const { rows } = await db.query(
    'select id from arena where finished_at is null and canceled_at is null and plan = id::text',
  )
  return rows.map(({ id }) => ({ arenaId: String(id) }))
}
