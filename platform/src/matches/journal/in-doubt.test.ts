import { type MatchId, seatsInAfter, view } from '@minefall/shared/game'
import { keyEntry } from '@minefall/shared/record'
import { expect, it, onTestFinished } from 'vitest'
import type { Database, Sql } from '../../db/index.ts'
import { describeDatabase, describeDatabases } from '../../db/testing.ts'
import { openTestPglite } from '../../db/testing-pglite.ts'
import { checkLedger } from '../../ledger/index.ts'
import { withFaults } from '../faults.ts'
import { openForQueueOwner } from '../lobby/queue.ts'
import { refused } from '../refusals.ts'
import { type Stage, seenState, setStage, trial } from '../testing.ts'
import type { World } from '../world.ts'
import { readLogHead } from './fairness-log.ts'
import { appendLine } from './log-line.ts'
import { readRows } from './rows.ts'

const died = (struck: string[], what: string) => {
  struck.push(what)
  return new Error('Connection terminated unexpectedly')
}

/** An opening writes one line, and the log goes on from it. */
const opensOnce = async (real: Database, query: Sql['query']) => {
  const stage = await setStage({ ...real, journal: { ...real.journal, query } })
  const { world } = stage.host
  let opened: number | null = null
  const opening = openForQueueOwner(world, { shard: 0, ...trial }).then(({ code }) => {
    opened = code
  })
  while (opened === null) {
    await stage.clock.advance(50)
    await Promise.race([opening, real.query('select 1')])
  }
  expect(opened).toBe(200)
  const { rows } = await real.query(
    'select match_id from fairness_log where shard = 0 and match_id is not null',
  )
  expect(rows).toEqual([...world.matches.keys()].map((match_id) => ({ match_id })))
  await isAtItsEnd(world, real)
}

/** In the log's turn, as the line that names the key may be on its way. */
const isAtItsEnd = async (world: World, real: Database) => {
  const shard = world.shards.held(0)
  if (!shard) throw new Error('the shard was given away')
  await shard.logInTurn.run(async () => expect(shard.log).toEqual(await readLogHead(real, 0)))
}

describeDatabases('a commit whose fate is unknown', (open) => {
  it.each(['before', 'after'] as const)('counts once when the connection dies %s it', async (when) => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db)
    const guest = await stage.guest()
    fault.next = when
    const found = await guest.find()
    expect(found.code).toBe(200)
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    expect((await stage.db.query('select id from match')).rows).toEqual([{ id: matchId }])

    fault.next = when
    const { seed, seat, code } = await guest.sit(matchId)
    expect([code, seat]).toEqual([200, 0])
    await stage.host.idle()
    fault.next = when
    await stage.pass(3_000)
    fault.next = when
    expect(await guest.reveal(matchId, seed)).toBe(200)
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('playing')
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)

    const { turn, seq } = { turn: stage.match(matchId).turn?.turn ?? -1, seq: stage.match(matchId).seq }
    fault.next = when
    const moved = await guest.open(matchId, turn, safeTile(stage, matchId))
    expect(moved).toMatchObject({ code: 200, data: { seq: seq + 1 } })
    await stage.host.idle()
    expect(fault.struck).toBe(5)

    expect(await guest.leave(matchId)).toBe(200)
    await stage.host.idle()
    expect(seenState(stage, matchId)).toEqual(view(stage.match(matchId)))
    const rows = await readRows(stage.db, matchId)
    expect(rows.map(({ seq: first }) => first)).toEqual(numbersOf(rows))
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('waits while the database is away and answers when it is back', async () => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db, { settings: { practiceThinkMs: [50, 60] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const before = stage.match(matchId)
    const tile = before.board?.tiles.indexOf(null) ?? 0
    const moves = before.moves.length

    fault.away = true
    const answer = guest.open(matchId, before.turn?.turn ?? -1, tile)
    let answered = false
    const watched = answer.then((envelope) => {
      answered = true
      return envelope
    })
    for (let steps = 0; steps < 6; steps += 1) await stage.clock.advance(500)
    expect(answered).toBe(false)
    expect(stage.match(matchId)).toBe(before)
    expect(fault.struck).toBeGreaterThan(3)

    fault.away = false
    await stage.clock.advance(1_000)
    expect((await watched).code).toBe(200)
    await stage.host.idle()
    const after = stage.match(matchId)
    expect(after.moves.at(moves)).toMatchObject({ seat, tile, by: 'hand' })
  })

  it('opens no match for another node once its own stops', async () => {
    const { db, fault } = withFaults(await open())
    const { host, clock } = await setStage(db)
    fault.away = true
    const opened = openForQueueOwner(host.world, { shard: 0, ...trial })
    await clock.advance(500)
    await host.close()
    expect(await opened).toEqual(refused('shard-moved'))
  })

  it('opens its match once when it comes while the next is tried, and then the connection dies again', async () => {
    const real = await open()
    const { journal } = real
    let first: (() => Promise<unknown>) | undefined
    let isThere = false
    const struck: string[] = []
    const query: typeof journal.query = async (text, values) => {
      const run = () => journal.query<never>(text, values)
      if (text.includes('open_match')) {
        if (struck.length === 0) {
          first = run
          throw died(struck, 'write')
        }
        await first?.()
        isThere = true
      }
      if (isThere && struck.length === 1 && text.includes('from match where id')) throw died(struck, 'read')
      return run()
    }
    await opensOnce(real, query)
    expect(struck).toEqual(['write', 'read'])
  })

  it('opens its match once when it comes while its fate is looked up', async () => {
    const real = await open()
    const { journal } = real
    let first: (() => Promise<unknown>) | undefined
    const struck: string[] = []
    const query: typeof journal.query = async (text, values) => {
      const run = () => journal.query<never>(text, values)
      if (struck.length === 0 && text.includes('open_match')) {
        first = run
        throw died(struck, 'write')
      }
      const answer = await run()
      if (/fairness_log|from match where id/.test(text)) {
        const late = first
        first = undefined
        await late?.()
      }
      return answer
    }
    await opensOnce(real, query)
    expect(struck).toEqual(['write'])
  })

  it('that comes late gives its time back to the turn it begins', async () => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db, { settings: { practiceThinkMs: [50, 51] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    const isNext = () => {
      const { turn } = stage.match(matchId)
      return turn?.seat !== seat && seatsInAfter(stage.match(matchId), turn?.seat ?? 0)[0] === seat
    }
    while (!isNext()) {
      const mine = stage.match(matchId).turn
      if (mine?.seat === seat) await guest.open(matchId, mine.turn, safeTile(stage, matchId))
      else await stage.clock.advance(20)
      await stage.host.idle()
    }
    const { turn } = stage.match(matchId)
    fault.away = true
    for (let steps = 0; steps < 6; steps += 1) await stage.clock.advance(500)
    expect(stage.match(matchId).turn).toEqual(turn)
    fault.away = false
    // The longest pause between two attempts.
    await stage.clock.advance(1_000)
    await stage.host.idle()
    const after = stage.match(matchId)
    expect(after.turn?.seat).toBe(seat)
    expect(after.compensatedMs).toBeGreaterThanOrEqual(2_900)
    expect(after.turn?.deadline).toBe((after.turn?.at ?? 0) + 12_000 + after.compensatedMs)
  })
})

describeDatabase('a line of the log whose fate is unknown', (open) => {
  it('is built on once it is written', async () => {
    const real = await open()
    const { world } = (await setStage(real)).host
    let ask = () => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const written: Promise<unknown>[] = []
    const transaction: Database['transaction'] = (run) =>
      new Promise((_, reject) => {
        const work = real.transaction(async (tx) => {
          await run(tx)
          reject(died([], 'commit'))
          await asked
        })
        written.push(work)
      })
    // It is written after the first look that waits for nothing, or while one waits.
    const query: Sql['query'] = async (text, values) => {
      const answer = real.journal.query<never>(text, values)
      if (!text.includes('for update')) await answer
      ask()
      return answer
    }
    const db = { ...real, transaction, journal: { ...real.journal, query } }
    const key = { at: world.clock.now(), key: 'ab'.repeat(32), previous: null, signature: null }
    const line = {
      shard: 0,
      at: key.at,
      entry: (prevLog: string) => keyEntry(key, prevLog),
      write: async () => undefined,
    }
    await expect(appendLine({ ...world, db }, line)).rejects.toThrow('terminated')
    await Promise.all(written)
    await isAtItsEnd(world, real)
  })
})

it('a commit waits while the database takes no writes, as a standby, and counts when it does', async () => {
  const db = await openTestPglite()
  onTestFinished(() => db.close())
  const stage = await setStage(db, { settings: { practiceThinkMs: [50, 60] } })
  const guest = await stage.guest()
  const { matchId, seat } = await guest.play()
  while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
  const { turn, seq } = stage.match(matchId)

  await db.query('set session characteristics as transaction read only')
  let code: number | null = null
  const answer = guest.open(matchId, turn?.turn ?? -1, safeTile(stage, matchId)).then((envelope) => {
    code = envelope.code
  })
  const step = async () => {
    await stage.clock.advance(100)
    await db.query('select 1')
  }
  const { standstill } = stage.host.world
  while (!standstill.isNow() && code === null) await step()
  for (let steps = 0; steps < 15; steps += 1) {
    await step()
    expect([code, standstill.isNow()]).toEqual([null, true])
  }
  expect(stage.match(matchId).seq).toBe(seq)

  await db.query('set session characteristics as transaction read write')
  while (code === null) await step()
  await answer
  expect(code).toBe(200)
  expect(stage.match(matchId).moves.at(-1)).toMatchObject({ seat, by: 'hand' })
})

const safeTile = (stage: Stage, matchId: MatchId): number => {
  const live = stage.host.world.matches.get(matchId)
  const { board } = stage.match(matchId)
  if (!live?.dealer || !board) throw new Error('the match is not in play')
  const { dealer } = live
  return board.tiles.findIndex((tile, number) => tile === null && !dealer.tile(board.board, number).mine)
}

/** The numbers that first events must have so that there are no holes. */
const numbersOf = (rows: readonly { events: unknown }[]): number[] => {
  let next = 1
  return rows.map(({ events }) => {
    const first = next
    next += Array.isArray(events) ? events.length : 0
    return first
  })
}
