import { bodyCode } from '@minefall/shared/contracts'
import { matchIdSchema } from '@minefall/shared/game'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setBlocked } from '../accounts/testing.ts'
import type { Database, Sql } from '../db/index.ts'
import { describeDatabase, tablesScanned } from '../db/testing.ts'
import { balanceOf } from '../ledger/index.ts'
import { fund } from '../ledger/testing.ts'
import { playMatch } from '../matches/lobby/testing-accounts.ts'
import { guestOf, type Stage, setStage } from '../matches/testing.ts'
import { refundCanceled } from './finish.ts'
import { readStandings } from './read.ts'
import { type OpenArenas, openArenas, type Robot } from './testing.ts'

describeDatabase('who may be in an arena, and for what stake', (open) => {
  let db: Database
  let stage: Stage
  let arenas: OpenArenas
  beforeEach(async () => {
    db = await open()
    stage = await setStage(db)
    arenas = openArenas(stage)
  })
  afterEach(async () => {
    await arenas.close()
    expect(arenas.errors).toEqual([])
  })
  const readPlayers = async (arenaId: string) => (await readStandings(db, arenaId))?.players ?? []

  const limitLoss = ({ id }: Robot, amount: bigint) =>
    db.query(
      `insert into play_limit (player_id, kind, period, amount) values ($1, 'loss', 'day', $2)
       on conflict (player_id, kind, period) do update set amount = excluded.amount`,
      [id, amount],
    )
  const passed = { refused: bodyCode.limitReached, data: { limit: 'loss', period: 'day', left: '100' } }

  it('takes no stake that would pass a loss limit together with a seat that waits for its match', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    const duel = { gameId: 'mines-duel', stake: '100', asset: 'coin' } as const
    const [me, other] = [await arenas.account(500n), await arenas.account(500n)]
    await limitLoss(me, 100n)
    const asked = await stage.bus.request('lobby.find', { ...duel, playerId: me.id })
    const matchId = matchIdSchema.parse(asked.data?.matchId)
    for (const { id } of [me, other]) {
      expect((await guestOf(stage, id).sit(matchId)).code).toBe(bodyCode.ok)
      await stage.host.idle()
      // It gathers, and then waits for seeds.
      expect(await arenas.join(me, arenaId)).toEqual(passed)
    }
    expect(stage.match(matchId).phase).toBe('locking')

    // The other way round.
    const later = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    const [one] = await arenas.joined(1, later, 500n)
    if (!one) throw new Error('no robots')
    await limitLoss(one, 100n)
    const third = await arenas.account(500n)
    const gathering = await stage.bus.request('lobby.find', { ...duel, playerId: third.id })
    const sat = await guestOf(stage, one.id).sit(matchIdSchema.parse(gathering.data?.matchId))
    expect(sat.code).toBe(bodyCode.limitReached)
    for (const id of [arenaId, later]) await arenas.cancel(id)
  })

  it('asks no limit about a stake that is paid, when its player comes back', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', lengthMs: 240_000 })
    const [leaver] = await arenas.joined(1, arenaId, 100n)
    if (!leaver) throw new Error('no robots')
    await limitLoss(leaver, 50n)
    await stage.clock.advance(1_000)
    await arenas.leave(leaver, arenaId)
    expect(await arenas.join(leaver, arenaId)).toEqual({ nth: 1, status: 'ready' })
    await arenas.cancel(arenaId)
    await refundCanceled(arenas.world())
    await arenas.isClean(arenaId)
  })

  it('pays a stake back to people on a break or blocked at its begin, though no round came in between', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000, lengthMs: 240_000 })
    const [resting, blocked, late] = await arenas.joined(4, arenaId, 100n)
    if (!resting || !blocked || !late) throw new Error('no robots')
    const now = () => new Date(stage.clock.now())
    await stage.clock.advance(59_999)
    await arenas.beginBreak(resting)
    await setBlocked(db, blocked.id, now())
    await stage.clock.advance(1)
    await arenas.beginBreak(late)
    await arenas.second()
    expect((await readPlayers(arenaId)).map(({ status }) => status)).toEqual([
      'left',
      'left',
      'paused',
      'ready',
    ])
    const coins = [resting, blocked, late].map(async ({ id }) => (await balanceOf(db, id)).coin)
    expect(await Promise.all(coins)).toEqual(['100', '100', '0'])
    await arenas.cancel(arenaId)
    await refundCanceled(arenas.world())
    await arenas.isClean(arenaId)
  })

  it('pays no stake back for a match that waits for seeds: it goes on, and its points count', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', lengthMs: 240_000 })
    const robots = await arenas.joined(4, arenaId, 100n)
    const [resting] = robots
    if (!resting) throw new Error('no robots')
    for (const robot of robots) robot.sits = false
    while (arenas.seatings.length === 0) await arenas.second()
    const matchId = arenas.seatings[0]?.matchId ?? expect.fail('no one was seated')
    const guests = robots.map(({ id }) => guestOf(stage, id))
    const seeds = []
    for (const guest of guests) seeds.push((await guest.sit(matchId)).seed)
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('locking')
    // By the clock of another node, which is a little behind.
    await db.query(
      `insert into play_break (id, player_id, kind, began_at)
       select $1, $1, 'self-exclusion', begins_at - interval '1 millisecond' from arena where id = $2`,
      [resting.id, arenaId],
    )
    await arenas.second()
    const its = async () => [(await readPlayers(arenaId))[0]?.status, (await balanceOf(db, resting.id)).coin]
    expect(await its()).toEqual(['paused', '0'])
    for (const [nth, guest] of guests.entries()) await guest.reveal(matchId, seeds[nth] ?? '')
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('playing')
    await arenas.second()
    expect(await its()).toEqual(['paused', '0'])
    await arenas.cancel(arenaId)
    await refundCanceled(arenas.world())
  })

  it('lets one player in twenty times an hour, in all arenas together, and moves no coin for more', async () => {
    const make = () => arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    const [arenaId, later] = [await make(), await make()]
    const [me, other] = [await arenas.account(100n), await arenas.account(100n)]
    for (let nth = 0; nth < 20; nth++) {
      expect(await arenas.join(me, arenaId)).toMatchObject({ status: 'ready' })
      expect(await arenas.join(me, arenaId)).toMatchObject({ status: 'ready' })
      await arenas.leave(me, arenaId)
    }
    const stakes = async () => (await db.query('select from arena_stake')).count
    const before = await stakes()
    for (const id of [arenaId, later])
      expect(await arenas.join(me, id)).toEqual({
        refused: bodyCode.tooManyRequests,
        data: { seconds: 3_600 },
      })
    expect(await stakes()).toBe(before)
    expect((await balanceOf(db, me.id)).coin).toBe('100')
    expect(await arenas.join(other, arenaId)).toMatchObject({ status: 'ready' })
    for (const id of [arenaId, later]) await arenas.cancel(id)
    await refundCanceled(arenas.world())
    await arenas.isClean(arenaId)
  })

  it('looks for stakes to pay back at canceled arenas alone, however many were played for', async () => {
    const players: string[] = []
    while (players.length < 20) players.push((await arenas.account()).id)
    await db.query(
      `insert into arena (id, plan, game_id, asset, stake, rake_bps, pot_each, pot_most, begins_at, ends_at, finished_at, canceled_at)
       select gen_random_uuid(), 'past', 'mines-clues', 'coin', 100, 0, 0, 0, at, at + interval '1 hour',
         case when n % 10 > 0 then at end, case when n % 10 = 0 then at end
       from generate_series(1, 200) n, lateral (select now() - n * interval '1 day') as past (at)`,
    )
    await db.query(
      `insert into arena_stake (id, arena_id, player_id, amount, at, refunded_at)
       select gen_random_uuid(), a.id, p.id, 100, a.begins_at, a.canceled_at from arena a, unnest($1::uuid[]) as p (id)`,
      [players],
    )
    for (const table of ['arena', 'arena_stake']) await db.query(`analyze ${table}`)
    const refund = (sql: Sql) => refundCanceled({ ...arenas.world(), db: { ...db, ...sql } })
    expect(await tablesScanned(db, 200n, refund)).toEqual([])
  })

  it('counts no try of a player who had too few coins, and writes nothing of it to the ledger', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    const me = await arenas.account(99n)
    for (let nth = 0; nth < 20; nth++)
      expect(await arenas.join(me, arenaId)).toEqual({ refused: bodyCode.notEnoughCoins })
    expect((await db.query(`select from transfer where kind = 'arena-stake'`)).count).toBe(0)
    await fund(db, me.id, 'coin', 1n)
    expect(await arenas.join(me, arenaId)).toMatchObject({ status: 'ready' })
    await arenas.cancel(arenaId)
    await refundCanceled(arenas.world())
    await arenas.isClean(arenaId)
  })

  it('lets no second account of one person in once the first has played, though it has left', async () => {
    const arenaId = await arenas.make({ lengthMs: 240_000 })
    const [first, second, rival] = [await arenas.account(), await arenas.account(), await arenas.account()]
    for (const { id } of [first, second])
      await db.query('insert into known_device (player_id, device_hash, seen_at) values ($1, $2, now())', [
        ...[id, new Uint8Array(32).fill(7)],
      ])
    const apart = { refused: bodyCode.playingApart }
    for (const robot of [first, rival])
      expect(await arenas.join(robot, arenaId)).toMatchObject({ status: 'ready' })
    expect(await arenas.join(second, arenaId)).toEqual(apart)
    // Without a match it leaves nothing behind.
    await arenas.leave(first, arenaId)
    expect(await arenas.join(second, arenaId)).toMatchObject({ status: 'ready' })
    await arenas.leave(second, arenaId)
    expect(await arenas.join(first, arenaId)).toMatchObject({ status: 'ready' })

    for (const robot of [first, rival]) robot.sits = false
    for (let nth = 0; nth < 30 && arenas.seatings.length === 0; nth += 1) await arenas.second()
    const [called] = arenas.seatings
    if (!called) throw new Error('no one was seated')
    const { matchId } = called
    await arenas.leave(first, arenaId)
    expect(await arenas.join(second, arenaId)).toEqual(apart)
    const guests = [guestOf(stage, first.id), guestOf(stage, rival.id)]
    await playMatch(stage, matchId, guests)
    expect(stage.match(matchId).phase).toBe('playing')
    expect(await arenas.join(second, arenaId)).toEqual(apart)
    await guestOf(stage, first.id).leave(matchId)
    await stage.host.idle()
    expect((await readPlayers(arenaId)).map(({ matches }) => matches)).toEqual([0, 0, 0])
    expect(await arenas.join(second, arenaId)).toEqual(apart)
    await arenas.count()
    expect((await readPlayers(arenaId)).map(({ matches }) => matches)).toEqual([1, 1, 0])
    expect(await arenas.join(second, arenaId)).toEqual(apart)
    expect(await arenas.join(first, arenaId)).toMatchObject({ status: 'ready' })
    await arenas.cancel(arenaId)
  })
})
