import { randomUUID } from 'node:crypto'
import type { HistoryMatch } from '@minefall/shared/contracts/rest'
import { type Asset, chooseTile, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import type { Database } from '../../db/index.ts'
import { readMigrations } from '../../db/migrations.ts'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { fund } from '../../ledger/testing.ts'
import { hashOf } from '../../players/index.ts'
import { registerGuest, testGuests } from '../../players/testing.ts'
import type { MatchSettings } from '../settings.ts'
import { type Guest, guestOf, playOut, type Stage, setStage } from '../testing.ts'
import { placeSchema, readHistory } from './list.ts'

const historyOf = async (stage: Stage, playerId: string): Promise<HistoryMatch[]> =>
  (await readHistory(stage.db, playerId, { limit: 100 })).items

/** What the ledger says that matches gave and took: one sum for each asset. */
const postedByMatches = async (db: Database, playerId: string): Promise<Record<string, string>> => {
  const { rows } = await db.query(
    `select e.asset, sum(e.amount)::text as net from entry e join transfer t on t.id = e.transfer_id
     join account a on a.id = e.account_id
     where a.kind = 'player' and a.owner = $1 and t.ref_type = 'match' and t.kind <> 'refill'
     group by e.asset`,
    [playerId],
  )
  return Object.fromEntries(rows.map(({ asset, net }) => [String(asset), String(net)]))
}

const netOf = (rows: readonly HistoryMatch[], asset: Asset): bigint =>
  rows
    .filter((row) => row.asset === asset)
    .reduce((sum, { payout, stake }) => sum + BigInt(payout) - BigInt(stake), 0n)

const seatAll = async (
  stage: Stage,
  queue: { gameId: string; stake: string; asset: Asset },
  players: readonly Guest[],
) => {
  const [first] = players
  if (!first) throw new Error('no one sits')
  const found = await stage.bus.request('lobby.find', { playerId: first.id, ...queue })
  const matchId = matchIdSchema.parse(found.data?.matchId)
  const seats: { guest: Guest; seat: number; seed: string }[] = []
  for (const guest of players) {
    const { code, seat, seed } = await guest.sit(matchId)
    expect(code).toBe(200)
    seats.push({ guest, seat, seed })
  }
  await stage.host.idle()
  return { matchId, seats }
}

type Seated = Awaited<ReturnType<typeof seatAll>>['seats']

const revealAll = async (stage: Stage, matchId: MatchId, seats: Seated): Promise<void> => {
  for (const { guest, seed } of seats) expect(await guest.reveal(matchId, seed)).toBe(200)
  await stage.host.idle()
}

const playByHand = async (stage: Stage, matchId: MatchId, seats: Seated) => {
  for (;;) {
    const state = stage.match(matchId)
    if (state.result || !state.turn) return state
    const { turn, seat } = state.turn
    const mover = seats.find((one) => one.seat === seat)
    await mover?.guest.open(matchId, turn, chooseTile(state, stage.random, 'skilled'))
    await stage.host.idle()
  }
}

const duel = { gameId: 'mines-duel', stake: '100', asset: 'coin' } as const

/** No one keeps the test waiting. */
const quick = { practiceThinkMs: [1, 2], revealMs: 1_000 } as const satisfies Partial<MatchSettings>

/** An account with 1,000 coins. */
const account = async (stage: Stage): Promise<Guest> => {
  const { id } = await stage.guest()
  await stage.db.query(`update player set kind = 'player' where id = $1`, [id])
  await fund(stage.db, id, 'coin', 1_000n)
  return guestOf(stage, id)
}

const rowsOf = async (db: Database) => ({
  seats: (await db.query('select * from match_seat order by match_id, seat')).rows,
  matches: (
    await db.query('select id, started_at, plies, players from match where ended_at is not null order by id')
  ).rows,
})

/** Takes the history out of the database and has the migration make it again, from the journal. */
const migrateAgain = async (db: Database): Promise<void> => {
  const migration = (await readMigrations()).find(({ name }) => name.endsWith('_history'))
  if (!migration) throw new Error('there is no migration of the history')
  await db.transaction(async (tx) => {
    await tx.query('drop table match_seat')
    await tx.query('drop function begin_play')
    await tx.query('drop function end_match')
    await tx.query('alter table match drop column started_at, drop column plies, drop column players')
    await tx.query(migration.sql)
  })
}

/** What the rows of these players say is what the ledger says, and what the migration reads off the journal. */
const expectAgreement = async (stage: Stage, players: readonly Guest[], funded: bigint): Promise<void> => {
  const { db } = stage
  for (const { id } of players) {
    const rows = await historyOf(stage, id)
    const posted = await postedByMatches(db, id)
    for (const asset of ['coin', 'trial'] as const)
      expect(netOf(rows, asset)).toBe(BigInt(posted[asset] ?? 0))
    expect(BigInt((await balanceOf(db, id)).coin)).toBe(funded + netOf(rows, 'coin'))
    const ends = rows.map(({ endedAt }) => endedAt)
    expect(ends).toEqual(ends.toSorted((one, other) => other - one))
  }
  expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
  const live = await rowsOf(db)
  await migrateAgain(db)
  expect(await rowsOf(db)).toEqual(live)
}

describeDatabase('the history', (open) => {
  it('tells of a guest’s trial that a restart fell into', async () => {
    const stage = await setStage(await open(), { settings: quick })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    await stage.restart(1_000)
    const played = await playOut(stage, guest, matchId, seat)
    const own = played.table[seat]
    expect(await historyOf(stage, guest.id)).toEqual([
      {
        matchId,
        gameId: 'mines-trial',
        asset: 'trial',
        stake: '100',
        seat,
        players: played.table.map((taken) => taken?.player),
        outcome: own?.out ? 'lost' : 'won',
        place: own?.out?.place ?? 1,
        payout: played.result?.payouts.find((paid) => paid.seat === seat)?.amount ?? '0',
        plies: played.moves.length,
        private: false,
        rematch: false,
        accuracy: null,
        luck: null,
        startedAt: expect.any(Number),
        endedAt: played.result?.at,
      },
    ])
    await expectAgreement(stage, [guest], 0n)
  })

  it('tells of coins won less the rake, lost, and given back before the start and after it', async () => {
    const stage = await setStage(await open(), { settings: { ...quick, rakeBps: 250 } })
    const [one, two] = [await account(stage), await account(stage)]
    const first = await seatAll(stage, duel, [one, two])
    await revealAll(stage, first.matchId, first.seats)
    const settled = await playByHand(stage, first.matchId, first.seats)
    const winner = settled.table.find((taken) => !taken?.out)?.seat
    for (const { guest: player, seat } of first.seats)
      expect(await historyOf(stage, player.id)).toMatchObject([
        seat === winner
          ? { outcome: 'won', place: 1, payout: '195' }
          : { outcome: 'lost', place: 2, payout: '0' },
      ])

    // Someone sat down and left before the lock; then a seed was missing.
    const passer = await account(stage)
    const found = await stage.bus.request('lobby.find', { playerId: passer.id, ...duel })
    const passed = matchIdSchema.parse(found.data?.matchId)
    await passer.sit(passed)
    expect(await passer.leave(passed)).toBe(200)
    const second = await seatAll(stage, duel, [one, two])
    await one.reveal(second.matchId, second.seats[0]?.seed ?? '')
    await stage.pass(quick.revealMs + 250)
    expect(await historyOf(stage, passer.id)).toEqual([])
    for (const player of [one, two])
      expect((await historyOf(stage, player.id))[0]).toMatchObject({
        matchId: second.matchId,
        outcome: 'refunded',
        place: null,
        payout: '100',
        startedAt: null,
        plies: 0,
      })

    // It was paused for long and no one was out: every stake came back out of the pot.
    const third = await seatAll(stage, duel, [one, two])
    await revealAll(stage, third.matchId, third.seats)
    await stage.restart(6 * 60_000)
    for (const player of [one, two])
      expect((await historyOf(stage, player.id))[0]).toMatchObject({
        matchId: third.matchId,
        outcome: 'refunded',
        place: null,
        payout: '100',
        startedAt: expect.any(Number),
      })
    await expectAgreement(stage, [one, two, passer], 1_000n)
  })

  it('tells of a pot that four shared when the match could not go on, and that who was out has lost', async () => {
    const stage = await setStage(await open(), { settings: quick })
    const five: Guest[] = []
    for (let seat = 0; seat < 5; seat += 1) five.push(await account(stage))
    const { matchId, seats } = await seatAll(stage, { ...duel, gameId: 'mines-classic' }, five)
    await revealAll(stage, matchId, seats)
    const [leaver] = seats
    expect(await leaver?.guest.leave(matchId)).toBe(200)
    await stage.restart(6 * 60_000)
    for (const { guest: player } of seats)
      expect(await historyOf(stage, player.id)).toMatchObject([
        player === leaver?.guest
          ? { outcome: 'lost', place: 5, payout: '0' }
          : { outcome: 'shared', place: 1, payout: '125' },
      ])
    await expectAgreement(stage, five, 1_000n)
  })

  it('stays with the guest who became an account, and is not passed on to an account they sign in to', async () => {
    const stage = await setStage(await open(), { settings: quick })
    const guest = await stage.guest()
    const deviceId = '5a'.repeat(16)
    await stage.db.query('update player set device_hash = $2 where id = $1', [guest.id, hashOf(deviceId)])
    const { matchId, seat } = await guest.play()
    const other = await account(stage)
    const became = await registerGuest(stage.db, testGuests(stage.clock), deviceId)
    await playOut(stage, guest, matchId, seat)
    expect(became).toBe(guest.id)
    expect(await historyOf(stage, became)).toMatchObject([{ matchId, seat }])
    expect(await historyOf(stage, other.id)).toEqual([])
  })

  it('is read in pages that stay as they are while matches go on ending, of one asset or all', async () => {
    const db = await open()
    const [me, other] = [randomUUID(), randomUUID()]
    const begin = Date.UTC(2026, 0, 2)
    const end = async (n: number, playerId: string, asset: Asset) => {
      const id = n.toString(16).padStart(32, '0')
      await db.query(
        `insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, phase, ended_at, plies, players)
         values ($1, 0, 'mines-duel', $2, 100, 2, '{}', '', 'settled', $3, 3, '[null, null]')`,
        [id, asset, new Date(begin + n)],
      )
      await db.query(
        `insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
         values ($1, $2, $3, $4, 0, 'lost', 2, 0)`,
        [playerId, asset, new Date(begin + n), id],
      )
    }
    const assets = ['coin', 'promo', 'trial'] as const
    for (let n = 1; n <= 30; n += 1) await end(n, n % 5 === 0 ? other : me, assets[n % 3] ?? 'coin')
    const mine = (limit: number, given: { cursor?: string | null; asset?: Asset } = {}) =>
      readHistory(db, me, {
        limit,
        asset: given.asset,
        cursor: given.cursor ? placeOf(given.cursor) : undefined,
      })

    const seen: number[] = []
    let cursor: string | null = null
    for (let page = 0; page < 10; page += 1) {
      const { items, next } = await mine(7, { cursor })
      seen.push(...items.map(({ endedAt }) => endedAt - begin))
      // One more ends while the list is being read.
      await end(100 + page, me, 'coin')
      cursor = next
      if (!next) break
    }
    const own = Array.from({ length: 30 }, (_, index) => 30 - index).filter((n) => n % 5 !== 0)
    expect(seen).toEqual(own)
    const promo = await mine(100, { asset: 'promo' })
    expect(promo.items.map(({ endedAt }) => endedAt - begin)).toEqual(own.filter((n) => n % 3 === 1))
    expect(promo.next).toBeNull()
  })
})

const placeOf = (cursor: string) => placeSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
