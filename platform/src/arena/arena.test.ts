import { bodyCode } from '@minefall/shared/contracts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { balanceOf } from '../ledger/index.ts'
import { type Stage, setStage } from '../matches/testing.ts'
import { payPrizes, refundCanceled } from './finish.ts'
import { pauseInArena } from './join.ts'
import { readStandings } from './read.ts'
import { announce } from './schedule.ts'
import { type OpenArenas, openArenas } from './testing.ts'

const prizeRow = z.object({
  player_id: z.string(),
  place: z.int(),
  amount: z.bigint(),
  transfer_id: z.string().nullable(),
})

describeDatabase('an arena', (open) => {
  let db: Database
  let stage: Stage
  let arenas: OpenArenas
  beforeEach(async () => {
    db = await open()
    stage = await setStage(db, { settings: { practiceThinkMs: [500, 501], practiceFillMs: 60_000 } })
    arenas = openArenas(stage)
  })
  afterEach(async () => {
    await arenas.close()
    expect(arenas.errors).toEqual([])
  })

  const prizesOf = async (arenaId: string) => {
    const { rows } = await db.query(
      'select player_id, place, amount, transfer_id from arena_prize where arena_id = $1 order by place, player_id',
      [arenaId],
    )
    return prizeRow.array().parse(rows)
  }
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
  const readPlayers = async (arenaId: string) => (await readStandings(db, arenaId))?.players ?? []
  const statusOf = async (arenaId: string) => (await readPlayers(arenaId)).map(({ status }) => status)

  it('seats those who are present again and again, counts their matches, and gives bonus coins to the best', async () => {
    const arenaId = await arenas.make()
    const robots = await arenas.joined(6, arenaId)
    // Each who joined made a version.
    expect((await readStandings(db, arenaId, 4))?.players.map(({ nth }) => nth)).toEqual([5, 6])
    const row = await arenas.over(arenaId)
    expect(row.finished_at).not.toBeNull()
    const players = await readPlayers(arenaId)
    expect(Math.min(...players.map(({ matches }) => matches))).toBeGreaterThan(0)
    expect(Math.max(...players.map(({ matches }) => matches))).toBeGreaterThan(1)
    const prizes = await prizesOf(arenaId)
    expect(sum(prizes.map(({ amount }) => amount))).toBe(60n)
    // Those who share the third place share its prize.
    expect(prizes.length).toBeGreaterThanOrEqual(3)
    for (const { player_id, place, amount, transfer_id } of prizes) {
      expect(place).toBeLessThanOrEqual(3)
      expect(transfer_id).not.toBeNull()
      expect((await balanceOf(db, player_id)).promo).toBe(String(amount))
    }
    // Paying once more pays nothing.
    await payPrizes(arenas.world())
    expect(
      sum(await Promise.all(robots.map(async ({ id }) => BigInt((await balanceOf(db, id)).promo)))),
    ).toBe(60n)
    await arenas.isClean(arenaId)
    // Those who watched all along know what the database does.
    const latest = arenas.told.filter((change) => change.arenaId === arenaId).at(-1)
    expect(latest?.version).toBe((await readStandings(db, arenaId))?.version)
    // Those who missed its end hear of it.
    arenas.told.length = 0
    await arenas.seconds(6)
    expect(arenas.told.find((change) => change.arenaId === arenaId)).toEqual(latest)
  })

  it('pays all stakes out less the rake, and what was lost counts in the day of the stake', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', rakeBps: 500 })
    const robots = await arenas.joined(4, arenaId, 250n)
    expect(await Promise.all(robots.map(async ({ id }) => (await balanceOf(db, id)).coin))).toEqual(
      robots.map(() => '150'),
    )
    const [poor] = [await arenas.account(99n)]
    expect(await arenas.join(poor, arenaId)).toEqual({ refused: bodyCode.notEnoughCoins })
    await arenas.over(arenaId)
    const prizes = await prizesOf(arenaId)
    expect(sum(prizes.map(({ amount }) => amount))).toBe(380n)
    const { rows } = await db.query(
      `select sum(staked)::int as staked, sum(returned)::int as returned from play_day
       where asset = 'coin' and player_id = any ($1::uuid[])`,
      [robots.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ staked: 400, returned: 380 }])
    // Practice opponents never sit where coins are at stake.
    expect(
      (await db.query('select from arena_match where arena_id = $1 and practice', [arenaId])).count,
    ).toBe(0)
    await arenas.isClean(arenaId)
  })

  it('goes on after its program was ended, with another runner, and counts each match once', async () => {
    const arenaId = await arenas.make()
    await arenas.joined(5, arenaId)
    await arenas.seconds(12)
    await stage.restart(2_000)
    await arenas.replaceRunner()
    await arenas.seconds(8)
    await stage.restart(500)
    await arenas.replaceRunner()
    const row = await arenas.over(arenaId)
    expect(row.finished_at).not.toBeNull()
    await arenas.isClean(arenaId)
    const players = await readPlayers(arenaId)
    expect(players.every(({ matches }) => matches > 0)).toBe(true)
  })

  it('seats no one twice, though two nodes seat the same people at once', async () => {
    const arenaId = await arenas.make()
    await arenas.joined(8, arenaId)
    await stage.clock.advance(1_000)
    const other = arenas.startRunner()
    const here = { arenaId, playerIds: [...arenas.robots.keys()] }
    stage.bus.publish('arena.here', arenaId, here)
    await stage.host.idle()
    await Promise.all([other.round(), arenas.second()])
    await stage.host.idle()
    const { rows } = await db.query('select player_ids from arena_match where arena_id = $1', [arenaId])
    const seated = z.array(z.object({ player_ids: z.array(z.string()) })).parse(rows)
    const all = seated.flatMap(({ player_ids }) => player_ids)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBe(8)
    await other.close()
  })

  it('adds no wait and no win of its matches to the lobby’s figures, also after a restart', async () => {
    const arenaId = await arenas.make()
    await arenas.joined(4, arenaId)
    await arenas.over(arenaId)
    expect((await readPlayers(arenaId)).some(({ wins }) => wins > 0)).toBe(true)
    const figures = async () => {
      const { data } = await stage.bus.request('lobby.digest', {})
      return { wins: data?.wins, waits: data?.tables.filter(({ waitMs }) => waitMs !== null) }
    }
    expect(await figures()).toEqual({ wins: [], waits: [] })
    await stage.restart()
    expect(await figures()).toEqual({ wins: [], waits: [] })
  })

  it('opens one match after another, so that moves at others find a session of the journal', async () => {
    const arenaId = await arenas.make()
    await arenas.joined(16, arenaId)
    await stage.clock.advance(1_000)
    const atOnce = { now: 0, most: 0, all: 0 }
    const other = arenas.startRunner({
      isHeld: stage.host.isHeld,
      onDropped: stage.host.onDropped,
      async seatArena(seating) {
        atOnce.now += 1
        atOnce.most = Math.max(atOnce.most, atOnce.now)
        const seat = await stage.host.seatArena(seating)
        atOnce.now -= 1
        atOnce.all += 1
        return seat
      },
    })
    stage.bus.publish('arena.here', arenaId, { arenaId, playerIds: [...arenas.robots.keys()] })
    await stage.host.idle()
    await other.round()
    await other.close()
    expect(atOnce).toEqual({ now: 0, most: 1, all: 4 })
  })

  it('pauses those who do not come and those who leave, until they go on', async () => {
    const arenaId = await arenas.make({ lengthMs: 240_000 })
    const [absent, leaver] = await arenas.joined(4, arenaId)
    if (!absent || !leaver) throw new Error('no robots')
    absent.sits = false
    // No one plays without the one who does not come: the others are seated again.
    await arenas.seconds(20)
    expect(await statusOf(arenaId)).toEqual(['paused', 'ready', 'ready', 'ready'])
    const seat = async () => {
      const { rows } = await db.query('select match_id from seated where player_id = $1', [leaver.id])
      return rows[0]?.match_id
    }
    for (let nth = 0; nth < 60 && !(await seat()); nth += 1) await arenas.second()
    await stage.bus.request('match.leave', {
      playerId: leaver.id,
      commandId: '0c'.repeat(16),
      matchId: z.custom<never>().parse(await seat()),
    })
    await arenas.second()
    expect((await statusOf(arenaId)).slice(0, 2)).toEqual(['paused', 'paused'])
    const before = arenas.seatings.filter(({ playerId }) => playerId === absent.id).length
    expect(await arenas.join(absent, arenaId)).toEqual({ nth: 1, status: 'ready' })
    absent.sits = true
    await arenas.seconds(30)
    expect(arenas.seatings.filter(({ playerId }) => playerId === absent.id).length).toBeGreaterThan(before)
  })

  it('seats no one whose page is closed or who paused, and gives a practice opponent to one who waits alone', async () => {
    const arenaId = await arenas.make()
    const [gone, paused, alone] = await arenas.joined(3, arenaId)
    if (!gone || !paused || !alone) throw new Error('no robots')
    gone.isHere = false
    await pauseInArena(arenas.world(), { arenaId, playerId: paused.id })
    await arenas.seconds(20)
    expect(new Set(arenas.seatings.map(({ playerId }) => playerId))).toEqual(new Set([alone.id]))
    const { rows } = await db.query('select distinct practice from arena_match where arena_id = $1', [
      arenaId,
    ])
    expect(rows).toEqual([{ practice: true }])
    await arenas.over(arenaId)
    await arenas.isClean(arenaId)
  })

  it('is joined from a quarter of an hour before until three minutes before its end, one at a time', async () => {
    const arenaId = await arenas.make({ beginsInMs: 15 * 60_000 + 1, lengthMs: 600_000 })
    const robot = await arenas.account()
    expect(await arenas.join(robot, arenaId)).toEqual({ refused: bodyCode.wrongPhase })
    await stage.clock.advance(1)
    expect(await arenas.join(robot, arenaId)).toMatchObject({ status: 'ready' })
    const beside = await arenas.make({ beginsInMs: 14 * 60_000, lengthMs: 240_000 })
    expect(await arenas.join(robot, beside)).toEqual({ refused: bodyCode.conflict })
    await stage.clock.advance(15 * 60_000 + 420_000)
    expect(await arenas.join(await arenas.account(), arenaId)).toEqual({ refused: bodyCode.wrongPhase })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect(await arenas.join(robot, nowhere)).toEqual({ refused: bodyCode.notFound })
    await arenas.cancel(arenaId)
    await arenas.cancel(beside)
  })

  it('lets no more in than its standings have room for, but those who were in before', async () => {
    const arenaId = await arenas.make({ beginsInMs: 60_000 })
    const [first] = await arenas.joined(1, arenaId)
    if (!first) throw new Error('no robots')
    await db.query(
      `with made as (insert into player (id, kind, name, avatar)
         select gen_random_uuid(), 'player', 'Someone', 'cat-1' from generate_series(2, 2000) returning id),
       accounts as (insert into login_account (player_id, invitation_code, secured_at, created_at)
         select id, (20000000 + row_number() over ())::text, now(), now() from made returning player_id)
       insert into arena_player (arena_id, player_id, nth, joined_at, version)
       select $1, player_id, 1 + row_number() over (), now(), 1 from accounts`,
      [arenaId],
    )
    const late = await arenas.account()
    expect(await arenas.join(late, arenaId)).toEqual({ refused: bodyCode.tableFull })
    await arenas.leave(first, arenaId)
    expect(await arenas.join(late, arenaId)).toEqual({ refused: bodyCode.tableFull })
    expect(await arenas.join(first, arenaId)).toEqual({ nth: 1, status: 'ready' })
    await arenas.cancel(arenaId)
  })

  it('pays a stake back to who leaves before it begins, and all of them when it is canceled', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    const robots = await arenas.joined(3, arenaId, 100n)
    const [leaver] = robots
    if (!leaver) throw new Error('no robots')
    const coins = () => Promise.all(robots.map(async ({ id }) => (await balanceOf(db, id)).coin))
    expect(await arenas.leave(leaver, arenaId)).toEqual({ nth: 1, status: 'left' })
    // Pressed twice, it is paid back once.
    await arenas.leave(leaver, arenaId)
    expect(await coins()).toEqual(['100', '0', '0'])
    expect(await arenas.join(leaver, arenaId)).toEqual({ nth: 1, status: 'ready' })
    expect(await coins()).toEqual(['0', '0', '0'])
    expect(await arenas.cancel(arenaId)).toBe(true)
    expect(await arenas.cancel(arenaId)).toBe(false)
    await stage.clock.advance(60_000)
    await arenas.second()
    expect(await coins()).toEqual(['100', '100', '100'])
    await arenas.isClean(arenaId)
  })

  it('pays a stake back to who begins a break before it begins, and calls no one on a break to a match', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000, lengthMs: 240_000 })
    const [early, late] = await arenas.joined(3, arenaId, 100n)
    if (!early || !late) throw new Error('no robots')
    await arenas.beginBreak(early)
    await arenas.second()
    expect(await statusOf(arenaId)).toEqual(['left', 'ready', 'ready'])
    expect((await balanceOf(db, early.id)).coin).toBe('100')
    await stage.clock.advance(60_000)
    await arenas.beginBreak(late)
    await arenas.seconds(8)
    expect(await statusOf(arenaId)).toEqual(['left', 'paused', 'ready'])
    expect(arenas.seatings.map(({ playerId }) => playerId)).not.toContain(late.id)
    expect((await balanceOf(db, late.id)).coin).toBe('0')
    expect(await arenas.join(late, arenaId)).toMatchObject({ refused: bodyCode.playPaused })
    await arenas.cancel(arenaId)
    await refundCanceled(arenas.world())
    await arenas.isClean(arenaId)
  })

  it('keeps the stake of one who leaves once it has begun, who comes back without another', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', lengthMs: 240_000 })
    const [leaver] = await arenas.joined(2, arenaId, 100n)
    if (!leaver) throw new Error('no robots')
    await stage.clock.advance(1_000)
    await arenas.leave(leaver, arenaId)
    expect((await balanceOf(db, leaver.id)).coin).toBe('0')
    expect(await arenas.join(leaver, arenaId)).toEqual({ nth: 1, status: 'ready' })
    // A match later it is over: no one could have come back so near to the end.
    await db.query('update arena set ends_at = $2 where id = $1', [
      arenaId,
      new Date(stage.clock.now() + 15_000),
    ])
    await arenas.over(arenaId)
    await arenas.isClean(arenaId)
  })

  it('pays stakes back where no match was played', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', rakeBps: 1_000 })
    const [alone] = await arenas.joined(1, arenaId, 100n)
    const row = await arenas.over(arenaId)
    expect(row.canceled_at).not.toBeNull()
    await stage.clock.advance(60_000)
    await arenas.second()
    expect((await balanceOf(db, alone?.id ?? '')).coin).toBe('100')
    await arenas.isClean(arenaId)
  })

  it('pays everyone it can where one can’t be paid, and that one later', async () => {
    const arenaId = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    const robots = (await arenas.joined(3, arenaId, 100n)).sort((a, b) => (a.id < b.id ? -1 : 1))
    const coins = () => Promise.all(robots.map(async ({ id }) => (await balanceOf(db, id)).coin))
    const stakeOfFirst = (amount: bigint) =>
      db.query('update arena_stake set amount = $2 where player_id = $1', [robots[0]?.id, amount])
    await arenas.cancel(arenaId)
    // More than there is.
    await stakeOfFirst(1_000n)
    await expect(refundCanceled(arenas.world())).rejects.toThrow(AggregateError)
    expect(await coins()).toEqual(['0', '100', '100'])
    await stakeOfFirst(100n)
    await refundCanceled(arenas.world())
    expect(await coins()).toEqual(['100', '100', '100'])

    const won = await arenas.make({ stake: 100n, asset: 'coin', beginsInMs: 60_000 })
    for (const robot of robots) await arenas.join(robot, won)
    for (const [nth, amount] of [1_000n, 100n, 100n].entries())
      await db.query('insert into arena_prize (arena_id, player_id, place, amount) values ($1, $2, $3, $4)', [
        ...[won, robots[nth]?.id, nth + 1],
        amount,
      ])
    await expect(payPrizes(arenas.world())).rejects.toThrow(AggregateError)
    expect(await coins()).toEqual(['0', '100', '100'])
    await db.query('update arena_prize set amount = 100 where place = 1')
    await payPrizes(arenas.world())
    expect(await coins()).toEqual(['100', '100', '100'])
  })

  it('is announced by the plans for a day, each once', async () => {
    await announce(arenas.world())
    await announce(arenas.world())
    const { rows } = await db.query(
      `select plan, count(*)::int as count, count(distinct begins_at)::int as times from arena
       where plan in ('hourly', 'daily') group by plan order by plan`,
    )
    expect(rows).toEqual([
      { plan: 'daily', count: 1, times: 1 },
      { plan: 'hourly', count: 24, times: 24 },
    ])
  })
})
