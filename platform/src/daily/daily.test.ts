import { randomBytes } from 'node:crypto'
import { bodyCode } from '@minefall/shared/contracts'
import { dailyCalls } from '@minefall/shared/contracts/rest'
import { beginOf, dayMs, dayOf, finishMs, safeTiles, tableRules } from '@minefall/shared/daily'
import { verifyBoard, verifyTile } from '@minefall/shared/fairness'
import { createLogger } from '@minefall/shared/node'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { type From, newEmail, setBlocked } from '../accounts/testing.ts'
import type { Database } from '../db/index.ts'
import { describeDatabase } from '../db/testing.ts'
import { readVoids } from '../fairness/voids.ts'
import { startWalking } from '../fairness/walk.ts'
import { testSigners } from '../matches/testing.ts'
import { readBoards, sealSeed } from './boards.ts'
import { placesOf, readStreak } from './ranking.ts'
import { nextSealKeys, type OpenDaily, openDaily } from './testing.ts'

const { today, leaderboard, history, claim, board } = dailyCalls

describeDatabase('the board of a day', (open) => {
  let db: Database
  let at: OpenDaily
  /** Everything that is logged, as text. */
  let logged: string[]
  let days = 0
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    logged = []
    const log = createLogger({
      level: 'trace',
      format: 'json',
      to: { write: (line) => void logged.push(line) },
    })
    // Each test has its own days, and begins a quarter of an hour before midnight.
    days += 10
    at = await openDaily(db, { at: Date.UTC(2026, 1, days, 23, 45), log })
    await at.keep()
  })
  afterEach(() => at.close())
  const guest = (): From => ({ deviceId: at.device() })
  const account = (deviceId = at.device()) => at.at.signIn(newEmail(), { deviceId })
  const readToday = (from: From) => at.data(at.call(today, from), today.answer)
  const readBoard = (from: From) =>
    at.data(at.call(leaderboard, from, { query: { day: at.today() } }), leaderboard.answer)
  const claimBy = async (from: From) => (await at.data(at.call(claim, from), claim.answer)).claimed
  /** To the next midnight, or so many milliseconds from it, with the program away in between. */
  const toMidnight = (from = 0) => at.restart(beginOf(at.today()) + dayMs + from - at.clock.now())

  it('is played tile by tile, each proved by the commitment, and nothing else of it is shown', async () => {
    const anna = guest()
    const { board, tries } = await readToday(anna)
    expect(tries).toEqual([])
    const { safe, mines, tiles, rules, openers } = await at.layoutOf()
    const begun = await at.mine(at.begin(anna))
    expect(begun.openers.map(({ tile }) => tile)).toEqual(openers)
    expect(verifyBoard(tableRules(rules), { root: board?.root ?? '', leaves: begun.leaves })).toBe(true)
    const seed = await at.seedOf(at.today())
    const answers = [JSON.stringify(begun)]
    for (const tile of [safe[0], mines[0], safe[1]].map(Number)) {
      const answer = await at.open(anna, tile)
      answers.push(JSON.stringify(answer))
      const after = dailyCalls.open.answer.parse(answer.data)
      expect(after.tiles.at(-1)).toMatchObject({ tile, mine: tiles[tile]?.mine })
      for (const open of after.tiles) expect(verifyTile(begun.leaves, { board: 0, ...open })).toBe(true)
    }
    // Each answer has the salts of what is open in it, and of nothing else.
    const closed = tiles.filter(({ number }) => ![...openers, safe[0], mines[0], safe[1]].includes(number))
    for (const { salt } of closed) expect([...answers, ...logged].join()).not.toContain(salt)
    expect([...answers, ...logged].join()).not.toContain(seed)
    // A mine's answer has the form of a safe tile's.
    const shape = (text = '') => text.replaceAll(/true|false/g, '?').replaceAll(/[0-9a-f]+/g, '#')
    const tilesOf = (text = '') => shape(text.slice(text.indexOf('"tiles"'))).match(/\{[^}]*\}/g)
    expect(new Set(tilesOf(answers[3]?.split('"beganAt"')[0])).size).toBe(1)
    expect((await at.call(dailyCalls.board, anna, { query: { day: at.today() } })).code).toBe(
      bodyCode.notFound,
    )
  })

  it('is committed to the day before, opened the day after, and checked by the walk over the log', async () => {
    const [first, second, third] = [0, 1, 2].map((nth) => dayOf(at.clock.now() + nth * dayMs))
    const linesOf = async () => {
      const { rows } = await db.query(
        `select kind, document::jsonb ->> 'day' as day, at from fairness_log where kind in ('daily', 'seed')
         and document::jsonb ->> 'day' >= $1 order by position`,
        [first],
      )
      return rows.map((row) => [row.kind, row.day, dayOf(z.date().parse(row.at).getTime())])
    }
    await toMidnight()
    await at.keep()
    await at.clock.advance(finishMs + 60_000)
    await at.keep()
    // The first of a site that was away; from then on all the day before.
    expect(await linesOf()).toEqual([
      ['daily', first, first],
      ['daily', second, first],
      ['daily', third, second],
      ['seed', first, second],
    ])
    const alarms: unknown[] = []
    const quiet = () => {}
    const stop = startWalking({
      ...{
        db,
        clock: at.clock,
        metrics: new Registry(),
        signers: testSigners,
        isHeld: () => true,
        everyMs: 1_000,
      },
      log: { debug: quiet, info: quiet, warn: quiet, error: (fields) => void alarms.push(fields) },
    })
    const walked = async () => {
      const since = at.clock.now()
      const step = async () => {
        // A walk that began before may still be under way: the next one is a second after its end.
        await at.clock.advance(1_000)
        return (await readVoids(db, at.clock.now(), 1)).through
      }
      await expect.poll(step).toBeGreaterThan(since)
    }
    await walked()
    expect(alarms).toEqual([])
    // Another seed than it was committed to with.
    await toMidnight()
    await at.keep()
    await db.query('update daily_secret set key_id = $2, sealed = $3 where day = $1', [
      second,
      at.sealKeys.current.keyId,
      sealSeed(at.sealKeys.current, { day: second ?? '', seed: 'ab'.repeat(32) }, randomBytes),
    ])
    await at.clock.advance(finishMs + 60_000)
    await at.keep()
    await walked()
    await stop()
    expect(alarms).toMatchObject([
      { finding: `the board of ${second} has another seed than it was committed to with`, alarm: 'fairness' },
    ])
  })

  it('is committed to as ever while one before it can’t be opened, which is once its key is back', async () => {
    const [first = '', third = '', fourth = ''] = [0, 2, 3].map((nth) => dayOf(at.clock.now() + nth * dayMs))
    const stand = async () => {
      const { latest, closed } = await readBoards(db, at.clock.now())
      return { latest, isOpen: closed.every(({ day }) => day !== first) }
    }
    const soon = (expected: Awaited<ReturnType<typeof stand>>) => {
      const step = async () => {
        await at.clock.advance(1_000)
        return stand()
      }
      return expect.poll(step).toEqual(expected)
    }
    await at.restart(0, nextSealKeys)
    await toMidnight()
    await soon({ latest: third, isOpen: false })
    await toMidnight()
    await soon({ latest: fourth, isOpen: false })
    expect(logged.find((line) => line.includes('"alarm":"daily"'))).toContain(`"day":"${first}"`)
    await at.restart(0, at.sealKeys)
    await soon({ latest: fourth, isOpen: true })
  })

  it('goes on in another tab and after the program was ended, each tile once', async () => {
    const anna = guest()
    const { safe } = await at.layoutOf()
    const [one = 0, two = 0, three = 0] = safe
    await Promise.all([at.begin(anna), at.begin(anna)])
    // A double click, and two tabs at once.
    await Promise.all([at.open(anna, one), at.open(anna, one), at.open(anna, two), at.open(anna, three)])
    await at.restart()
    const { tries } = await readToday(anna)
    expect(tries).toHaveLength(1)
    expect(tries[0]?.tiles.map(({ tile }) => tile).sort()).toEqual([one, two, three].sort())
    expect((await at.mine(at.open(anna, two))).tiles).toHaveLength(3)
    const { rows } = await db.query('select safe, hits from daily_try where day = $1', [at.today()])
    expect(rows).toEqual([{ safe: 3, hits: 0 }])
  })

  it('is over with the third mine, or when all safe tiles are open, and scored once', async () => {
    const [anna, ben] = [guest(), guest()]
    const { safe, mines, rules } = await at.layoutOf()
    await at.play(anna, 4)
    const over = await at.mine(at.open(anna, Number(safe[10])))
    expect(over.tiles).toHaveLength(4 + rules.lives)
    expect(over.result.seconds).toBe(0)
    // A second try is the first.
    expect((await at.mine(at.begin(anna))).tiles).toEqual(over.tiles)
    expect(await at.data(at.call(history, anna), history.answer)).toMatchObject([
      { day: at.today(), safe: 4, hits: 3, accuracy: over.result.accuracy, isOpen: false },
    ])

    await at.begin(ben)
    for (const tile of [...mines.slice(0, 2), ...safe.slice(0, -1)]) await at.mine(at.open(ben, tile))
    await at.clock.advance(90_400)
    const cleared = await at.mine(at.open(ben, Number(safe.at(-1))))
    expect(cleared.endedAt).toBe(at.clock.now())
    await at.judged()
    expect((await at.data(at.call(history, ben), history.answer))[0]).toMatchObject({
      safe: safeTiles(rules),
      hits: 2,
      seconds: 90,
    })
  })

  it('refuses what is no tile, no day, and no try', async () => {
    const anna = guest()
    expect((await at.open(anna, 0)).code).toBe(bodyCode.notFound)
    await at.begin(anna)
    for (const tile of [-1, 81, 256, 0.5])
      expect((await at.open(anna, tile)).code).toBe(bodyCode.badParameters)
    for (const day of ['2026-02-30', 'today', ''])
      expect((await at.begin(anna, day)).code).toBe(bodyCode.badParameters)
    const tomorrow = dayOf(at.clock.now() + dayMs)
    expect((await at.begin(anna, tomorrow)).code).toBe(bodyCode.wrongPhase)
    expect((await at.call(today, {})).code).toBe(bodyCode.unauthenticated)
    expect((await at.call(claim, anna)).code).toBe(bodyCode.unauthenticated)
  })

  it('lets no network bring more guests than it may', async () => {
    at.at.crowd.wait = 61_000
    expect(await at.begin(guest())).toMatchObject({ code: bodyCode.tooManyRequests, data: { seconds: 61 } })
  })

  it('begun before midnight may be gone on with for an hour, beside the board of the new day', async () => {
    const [anna, ben] = [guest(), guest()]
    const first = at.today()
    const { safe, mines } = await at.layoutOf()
    await toMidnight(-1_000)
    for (const one of [anna, ben]) await at.begin(one)
    await at.clock.advance(1_000)
    const second = at.today()
    expect(second).not.toBe(first)
    expect((await at.begin(guest(), first)).code).toBe(bodyCode.wrongPhase)
    await at.mine(at.begin(anna))
    expect((await readToday(anna)).tries.map(({ day }) => day)).toEqual([second, first])
    await at.mine(at.open(anna, Number(safe[0]), first))
    await at.clock.advance(finishMs - 1)
    for (const tile of mines.slice(0, 2)) await at.mine(at.open(anna, tile, first))
    await at.clock.advance(1)
    const endedAt = at.at.clock.now()
    const over = await at.mine(at.open(anna, Number(mines[2]), first))
    expect([over.tiles.length, over.endedAt]).toEqual([3, endedAt])
    expect((await readToday(anna)).tries).toMatchObject([{ day: second }, { day: first, endedAt }])
    // Open for all a minute later; what was left is over as it stands.
    await at.clock.advance(60_000)
    await at.keep()
    await at.judged()
    const opened = await at.data(at.call(board, anna, { query: { day: first } }), board.answer)
    expect(opened.seed).toBe(await at.seedOf(first))
    expect((await readToday(anna)).openDay).toBe(first)
    const ended = await db.query(
      'select safe, hits, seconds from daily_try where day = $1 order by safe desc',
      [first],
    )
    expect(ended.rows).toEqual([
      { safe: 1, hits: 2, seconds: 3_601 },
      { safe: 0, hits: 0, seconds: 3_601 },
    ])
    expect((await readToday(anna)).tries[1]).toMatchObject({
      day: first,
      endedAt,
      result: { seconds: 3_601 },
    })
    await at.clock.advance(finishMs - 60_000)
    expect((await readToday(anna)).tries.map(({ day }) => day)).toEqual([second])
  })

  it('played as a guest becomes the account’s once, and not over its own', async () => {
    const shared = at.device()
    await at.play({ deviceId: shared }, 7)
    const anna = await at.at.signIn(newEmail(), { deviceId: at.device() })
    const here = { token: anna.token, deviceId: shared }
    expect(await readToday(here)).toMatchObject({ claimable: 1, tries: [] })
    expect((await Promise.all([claimBy(here), claimBy(here)])).sort()).toEqual([0, 1])
    expect(await readToday(here)).toMatchObject({ claimable: 0, tries: [{ day: at.today() }], streak: 1 })
    expect((await readBoard(here)).own).toMatchObject({ place: 1, safe: 7 })
    // The guest of that device may not learn the board twice.
    expect(await readToday({ deviceId: shared })).toMatchObject({ tries: [], isDeviceUsed: true })
    expect((await at.begin({ deviceId: shared })).code).toBe(bodyCode.conflict)
    // Another account of the same device has its own try.
    const ben = await account()
    expect((await at.mine(at.begin({ token: ben.token, deviceId: shared }))).tiles).toEqual([])

    const other = at.device()
    await at.play({ deviceId: other }, 9)
    await at.play(ben, 2)
    expect(await claimBy({ token: ben.token, deviceId: other })).toBe(0)
    expect((await readBoard(ben)).own).toMatchObject({ safe: 2 })
    // Who registers on the device is the guest.
    const cleo = await account(other)
    expect((await readBoard(cleo)).own).toMatchObject({ place: 1, safe: 9 })
    expect((await at.begin({ deviceId: other })).code).toBe(bodyCode.conflict)
  })

  it('begun by an account takes over what its device’s guest began', async () => {
    const device = at.device()
    const [first = 0] = (await at.layoutOf()).safe
    await at.begin({ deviceId: device })
    await at.open({ deviceId: device }, first)
    const anna = await account()
    const { tiles } = await at.mine(at.begin({ token: anna.token, deviceId: device }))
    expect(tiles.map(({ tile }) => tile)).toEqual([first])
  })

  it('ranks accounts by tiles, accuracy and time, equals alike, without those who hide or are blocked', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => account()))
    for (const one of people) await at.play(one, 3)
    await at.play(guest(), 20)
    const score = (nth: number, [safe, accuracy, seconds]: readonly [number, number | null, number]) =>
      db.query('update daily_try set safe = $2, accuracy = $3, seconds = $4 where player_id = $1', [
        people[nth]?.id,
        safe,
        accuracy,
        seconds,
      ])
    await score(0, [10, 80, 50])
    await score(1, [10, 90.1, 70])
    await score(2, [10, 80, 50])
    await score(3, [11, null, 900])
    await score(4, [10, 80, 49])
    const seen = async (from: From) => {
      const { items, own, players } = await readBoard(from)
      return {
        places: items.map(({ place, safe, seconds }) => [place, safe, seconds]),
        own: own?.place,
        players,
      }
    }
    const places = [
      [1, 11, 900],
      [2, 10, 70],
      [3, 10, 49],
      [4, 10, 50],
      [4, 10, 50],
    ]
    expect(await seen(people[2] ?? {})).toEqual({ places, own: 4, players: 5 })
    expect(await seen(people[0] ?? {})).toEqual({ places, own: 4, players: 5 })
    expect(await seen(guest())).toEqual({ places, own: undefined, players: 5 })
    await db.query(
      `insert into public_profile (player_id, hidden) values ($1, true)
       on conflict (player_id) do update set hidden = true`,
      [people[1]?.id],
    )
    expect((await seen(people[0] ?? {})).own).toBe(3)
    expect(await seen(people[1] ?? {})).toMatchObject({ own: 2, players: 4 })
    await setBlocked(db, people[3]?.id ?? '', new Date(at.clock.now()))
    expect(await seen(people[0] ?? {})).toMatchObject({ own: 2, players: 3 })
    expect(placesOf([])).toEqual([])
  })

  it('counts days in a row, over days without a board', async () => {
    const anna = guest()
    const { player } = await at.at.guests.of(db, anna.deviceId ?? '')
    const nextDay = async () => {
      await toMidnight()
      await at.keep()
    }
    const streak = () => readStreak(db, player.id, at.today())
    expect(await streak()).toBe(0)
    await at.play(anna, 1)
    expect(await streak()).toBe(1)
    await nextDay()
    expect(await streak()).toBe(1)
    await at.play(anna, 1)
    // Away for days: that of tomorrow had its board and was not played, the next two had none.
    await at.restart(4 * dayMs)
    await at.keep()
    expect(await streak()).toBe(0)
    await at.play(anna, 1)
    await nextDay()
    await at.play(anna, 1)
    expect(await streak()).toBe(2)
  })

  it('goes on with days in a row while the board of the day before may still be finished', async () => {
    const anna = guest()
    const { player } = await at.at.guests.of(db, anna.deviceId ?? '')
    const streak = () => readStreak(db, player.id, at.today())
    await at.play(anna, 1)
    await toMidnight()
    await at.keep()
    await toMidnight(-60_000)
    const yesterday = at.today()
    const { safe, mines, rules } = await at.layoutOf()
    await at.begin(anna)
    await at.open(anna, safe[0] ?? 0)
    await toMidnight()
    await at.keep()
    expect(await streak()).toBe(1)
    for (const mine of mines.slice(0, rules.lives)) await at.mine(at.open(anna, mine, yesterday))
    expect(await streak()).toBe(2)
    await toMidnight()
    await at.keep()
    expect(await streak()).toBe(0)
  })
})
