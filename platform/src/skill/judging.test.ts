import { historyPageSchema } from '@minefall/shared/contracts/rest'
import { catalogue, chooseTile, judgeMatch, luckOf, matchIdSchema, toldOpeners } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import { expect, it } from 'vitest'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { fund } from '../ledger/testing.ts'
import { readHistory } from '../matches/index.ts'
import { readRecord } from '../matches/recovery/past.ts'
import { guestOf, setStage } from '../matches/testing.ts'
import { auditLuck, recomputeLuck } from './audit.ts'
import { startJudge } from './judge.ts'
import { judgeNext, startJudging } from './judging.ts'
import { readSkill } from './read.ts'

const seats = 4
const table = { gameId: 'mines-clues', stake: '10', asset: 'coin' } as const

/** Four accounts, and a function that plays a match of theirs to its end. */
const setTable = async (db: Database) => {
  const stage = await setStage(db, { settings: { revealMs: 1_000 } })
  const ids = await Promise.all(Array.from({ length: seats }, async () => (await stage.guest()).id))
  for (const id of ids) {
    await db.query(`update player set kind = 'player' where id = $1`, [id])
    await fund(db, id, 'coin', 1_000n)
  }
  const players = ids.map((id) => guestOf(stage, id))
  const becomeAccounts = () =>
    db.query(
      `insert into login_account (player_id, invitation_code, secured_at, created_at)
       select id, (10000000 + row_number() over ())::text, now(), now() from unnest($1::uuid[]) as id
       on conflict do nothing`,
      [ids],
    )
  const play = async () => {
    const found = await stage.bus.request('lobby.find', { playerId: ids[0] ?? '', ...table })
    const matchId = matchIdSchema.parse(found.data?.matchId)
    const sat = []
    for (const player of players) sat.push({ player, ...(await player.sit(matchId)) })
    await stage.host.idle()
    for (const { player, seed } of sat) await player.reveal(matchId, seed)
    await stage.host.idle()
    await becomeAccounts()
    for (;;) {
      const state = stage.match(matchId)
      if (state.result || !state.turn) return { matchId, sat }
      expect(await readAll(db)).toEqual({ waiting: 0, rows: [] })
      const { turn, seat } = state.turn
      const mover = sat.find((one) => one.seat === seat)
      await mover?.player.open(matchId, turn, chooseTile(state, stage.random, 'casual'))
      await stage.host.idle()
    }
  }
  return { stage, play }
}

const readAll = async (db: Database) => {
  const { rows } = await db.query('select * from seat_skill order by match_id, seat')
  const waiting = await db.query('select from match_unjudged')
  return { waiting: waiting.count, rows }
}
const lucks = async (db: Database) => (await db.query('select * from player_luck order by player_id')).rows

it('is judged in a separate thread: the one that serves goes on in between', async () => {
  const judge = startJudge()
  const told = JSON.stringify({ rules: catalogue[0].rules, seats, events: [] })
  const done: string[] = []
  setImmediate(() => done.push('something else'))
  done.push(JSON.stringify(await judge.judge(told)))
  await judge.close()
  expect(done).toEqual(['something else', '{"isExact":true,"seats":[]}'])
})

describeDatabase('judging a match', (open) => {
  it('writes how each account played, once, of what the journal tells, and nothing while it runs', async () => {
    const db = await open()
    const { stage, play } = await setTable(db)
    const { matchId, sat } = await play()
    expect(await readAll(db)).toEqual({ waiting: 1, rows: [] })

    const judge = startJudge()
    const world = { db, log: silentLogger(), judge: judge.judge }
    // Both found it before either wrote.
    const many = await Promise.all([judgeNext(world, new Set()), judgeNext(world, new Set())])
    expect(many).toContain(true)
    expect(await judgeNext(world, new Set())).toBe(false)
    expect(await auditLuck(db)).toHaveLength(seats)
    expect(await recomputeLuck(db, judge)).toEqual([])
    // A sum that some other way was changed, and a match that comes out otherwise.
    await db.query('update player_luck set survived = survived + 1 where player_id = $1', [sat[0]?.player.id])
    const otherwise = { judge: async () => ({ isExact: true, seats: [] }) }
    expect(await recomputeLuck(db, otherwise)).toHaveLength(seats + 1)
    await db.query('update player_luck set survived = survived - 1 where player_id = $1', [sat[0]?.player.id])
    await judge.close()

    const record = await readRecord(db, matchId)
    if (!record) throw new Error('no record')
    const skill = judgeMatch({ ...record.state, openers: toldOpeners(record.events) }, seats)
    const { rows, waiting } = await readAll(db)
    expect(waiting).toBe(0)
    expect(rows).toHaveLength(skill?.seats.filter(({ moves }) => moves > 0).length ?? -1)
    const sums = await lucks(db)
    for (const { player, seat } of sat) {
      const played = skill?.seats[seat]
      if (!played || played.moves === 0) throw new Error('a seat did not move')
      const { accuracy, ...same } = played
      expect(rows[seat]).toMatchObject({
        player_id: player.id,
        seat,
        exact: true,
        asset: 'coin',
        accuracy,
        ...same,
      })
      const { survived, expected, variance } = played
      const own = sums.find(({ player_id }) => player_id === player.id)
      expect(own).toMatchObject({ matches: 1, choices: played.choices, survived, expected, variance })

      const luck = luckOf(played)
      const page = historyPageSchema.parse(await readHistory(db, player.id, { limit: 5 }))
      expect(page.items).toMatchObject([{ matchId, accuracy, luck }])
      const now = stage.clock.now()
      expect(await readSkill(db, player.id, now)).toEqual({
        month: { matches: 1, accuracy, luck },
        all: { matches: 1, accuracy, luck },
      })
      expect((await readSkill(db, player.id, now + 31 * 86_400_000)).month).toEqual({
        matches: 0,
        accuracy: null,
        luck: null,
      })
    }
  })

  it('goes on past a match that can’t be judged, which waits and is tried again', async () => {
    const db = await open()
    const { stage, play } = await setTable(db)
    await play()
    const alarms: unknown[] = []
    const log = { ...silentLogger(), error: (told: object) => void alarms.push({ ...told }) }
    const judge = () => Promise.reject(new Error('damaged'))
    const leftOut = new Set<string>()
    expect(await judgeNext({ db, log, judge }, leftOut)).toBe(true)
    expect(await judgeNext({ db, log, judge }, leftOut)).toBe(false)
    expect(alarms).toMatchObject([{ alarm: 'judging' }])
    expect(await readAll(db)).toEqual({ waiting: 1, rows: [] })

    const stop = startJudging({
      db,
      clock: stage.clock,
      log: silentLogger(),
      matches: { onEnded: () => () => {} },
    })
    await expect.poll(async () => (await readAll(db)).waiting).toBe(0)
    await stop()
    expect((await readAll(db)).rows.length).toBeGreaterThan(0)
  })

  it('leaves out of all sums what was estimated, and writes nothing of it twice', async () => {
    const db = await open()
    const { play } = await setTable(db)
    const { sat } = await play()
    const estimated = {
      isExact: false,
      seats: sat.map(({ seat }) => ({
        seat,
        moves: 1,
        choices: 1,
        accuracy: 50,
        survived: 1,
        expected: 0.5,
        variance: 0.25,
      })),
    }
    await judgeNext({ db, log: silentLogger(), judge: async () => estimated }, new Set())
    const { rows } = await readAll(db)
    expect(rows).toHaveLength(seats)
    expect(await lucks(db)).toEqual([])
    const [first] = sat
    const id = first?.player.id ?? ''
    expect((await readHistory(db, id, { limit: 1 })).items).toMatchObject([{ accuracy: null, luck: null }])
    expect((await readSkill(db, id, 2e12)).all).toEqual({ matches: 0, accuracy: null, luck: null })
  })
})
