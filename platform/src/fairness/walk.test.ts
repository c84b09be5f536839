import { verifySigned } from '@minefall/shared/record'
import { shardOfMatch } from '@minefall/shared/shards'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { describeDatabase } from '../db/testing.ts'
import { playOut, type Stage, setStage, testSigners } from '../matches/testing.ts'
import { readKeptHeads } from './read-log.ts'
import { readVoids } from './voids.ts'
import { startWalking } from './walk.ts'

/** One walk over all logs, from its beginning to its end; what it raised an alarm about. */
const walk = async ({ db, clock }: Stage) => {
  const alarms: unknown[] = []
  const log = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (fields: object) => void alarms.push('finding' in fields ? fields.finding : fields),
  }
  const stop = startWalking({
    db,
    clock,
    log,
    metrics: new Registry(),
    signers: testSigners,
    isHeld: () => true,
    everyMs: 1_000,
  })
  await clock.advance(1_000)
  // It has come to its end once it says until when all was walked.
  await expect.poll(async () => (await readVoids(db, clock.now(), 1)).through).toBe(clock.now())
  await stop()
  return alarms
}

describeDatabase('the walk over the fairness logs', (open) => {
  it('counts how locked matches ended, keeps the heads of the hour, and finds nothing where all is in order', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [1, 2] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    await playOut(stage, guest, matchId, seat)
    await stage.host.idle()
    expect(await walk(stage)).toEqual([])
    const now = stage.clock.now()
    const { locks, settled, share, tables, through } = await readVoids(stage.db, now, 1)
    expect({ locks, settled, tables: tables.map(({ gameId }) => gameId) }).toEqual({
      locks: 1,
      settled: 1,
      tables: ['mines-trial'],
    })
    expect(share?.share).toBe(0)
    expect(through).toBe(now)

    const kept = await readKeptHeads(stage.db, new Date(Math.floor(now / 3_600_000) * 3_600_000))
    expect(await verifySigned('heads', JSON.parse(kept ?? 'null'))).toBe(true)
    // Walked again, nothing is counted twice.
    expect(await walk(stage)).toEqual([])
    expect((await readVoids(stage.db, now, 1)).locks).toBe(1)

    await stage.db.query(
      `insert into fairness_tally (day, game_id, outcome, matches)
       values ($1, 'mines-duel', 'idle', 2), ($1, 'mines-trial', 'idle', 1)`,
      [new Date(now).toISOString().slice(0, 10)],
    )
    const { tables: both, ...all } = await readVoids(stage.db, now, 1)
    expect([all, ...both].map(({ locks, voided }) => [locks, voided])).toEqual([
      [4, [{ reason: 'idle', matches: 3 }]],
      [2, [{ reason: 'idle', matches: 2 }]],
      [2, [{ reason: 'idle', matches: 1 }]],
    ])
  })

  it('tells once of a match that was changed, and of a log that got shorter', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [1, 2] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    await playOut(stage, guest, matchId, seat)
    await stage.host.idle()
    const { db } = stage
    await db.query('alter table match_decision disable trigger match_decision_append_only')
    await db.query(
      `update match_decision set events = jsonb_set(events, '{0,clue}', '8') where match_id = $1
         and seq = (select min(seq) from match_decision where match_id = $1 and events -> 0 ->> 'type' = 'TileOpened')`,
      [matchId],
    )
    expect(await walk(stage)).toEqual([`match ${matchId} fails at moves`])
    expect(await walk(stage)).toEqual([])

    await db.query('alter table fairness_log disable trigger fairness_log_append_only')
    await db.query(`delete from fairness_log where match_id = $1 and kind = 'closed'`, [matchId])
    const shorter = await walk(stage)
    expect(shorter).toHaveLength(1)
    expect(shorter[0]).toMatch(/^had \d+ lines before$/)
    const { rows } = await db.query('select shard from fairness_finding')
    expect(new Set(rows.map(({ shard }) => shard))).toEqual(new Set([shardOfMatch(matchId)]))
  })
})
