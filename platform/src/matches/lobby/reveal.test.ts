import { serverCommit } from '@minefall/shared/fairness'
import { manualClock } from '@minefall/shared/testing'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { withFaults } from '../faults.ts'
import { edge, type Guest, type Stage, setStage } from '../testing.ts'

const gather = async (stage: Stage, guests: readonly Guest[], seated = async () => {}) => {
  const [first] = guests
  if (!first) throw new Error('no one sits')
  expect((await first.find()).code).toBe(200)
  const matchId = [...stage.host.world.matches.keys()].at(-1)
  if (!matchId) throw new Error('no match was opened')
  const seeds: string[] = []
  for (const guest of guests) seeds.push((await guest.sit(matchId)).seed)
  await stage.host.idle()
  await stage.pass(2_000)
  await seated()
  await stage.pass(1_000)
  return { matchId, seeds }
}

describeDatabase('a seed that is not revealed in time', (open) => {
  it('voids the match, opens its seed, releases the holds and leads the others to a fresh one', async () => {
    const stage = await setStage(await open())
    const [ready, missing] = [await stage.guest(), await stage.guest()]
    const { matchId, seeds } = await gather(stage, [ready, missing])
    expect(stage.match(matchId).phase).toBe('locking')
    expect(await ready.reveal(matchId, 'ab'.repeat(32))).toBe(1310)
    expect(await ready.reveal(matchId, seeds[0] ?? '')).toBe(200)
    await stage.pass(5_000)

    const { result, serverCommit: commit } = stage.match(matchId)
    if (result?.outcome !== 'voided' || !result.next) throw new Error('the match was not voided')
    expect(result).toMatchObject({ reason: 'seed-missing', payouts: [] })
    expect(serverCommit(matchId, result.serverSeed)).toBe(commit)
    expect(await balanceOf(stage.db, ready.id)).toMatchObject({ held: { trial: '0' } })
    expect(await balanceOf(stage.db, missing.id)).toMatchObject({ held: { trial: '0' } })
    const next = [...stage.host.world.matches.keys()].find((id) => id === result.next)
    if (!next) throw new Error('the next match is not live')
    expect((await ready.sit(next)).code).toBe(200)
    expect(await ready.find()).toMatchObject({ code: 200, data: { matchId: next, taken: 1 } })
    const log = await stage.db.query(
      'select kind, match_id, document, hash from fairness_log where match_id is not null order by position',
    )
    expect(log.rows.map(({ kind, match_id }) => [kind, match_id])).toEqual([
      ['opened', matchId],
      ['locked', matchId],
      ['closed', matchId],
      ['opened', next],
    ])
    // Each entry names the hash of the one before it.
    for (const [index, row] of log.rows.entries())
      expect(String(row.document)).toContain(String(log.rows[index - 1]?.hash ?? '0'.repeat(64)))
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('voids the match also when its timer strikes a millisecond before the time is up', async () => {
    const clock = manualClock(1_700_000_000_000)
    const early = { ...clock, after: (ms: number, run: () => void) => clock.after(ms > 1 ? ms - 1 : ms, run) }
    const stage = await setStage(await open(), { clock: early })
    const { matchId } = await gather(stage, [await stage.guest(), await stage.guest()])
    await stage.pass(5_000)
    expect(stage.match(matchId)).toMatchObject({ phase: 'voided', result: { reason: 'seed-missing' } })
  })

  it('voids the match also when play was paused between its timer and its turn', async () => {
    const stage = await setStage(await open())
    const { matchId } = await gather(stage, [await stage.guest()])
    const { world } = stage.host
    const log = world.matches.get(matchId)?.shard.logInTurn
    expect(log?.take()).toBe(true)
    await stage.clock.advance(5_000)
    const at = { now: stage.clock.now(), since: stage.clock.now() }
    world.standstill.note(true, at)
    log?.release()
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('locking')
    world.standstill.note(false, at)
    await stage.pass(6_000)
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'seed-missing' })
  })

  it('leads no one to a match that was never opened, when another node has voided this one', async () => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db, { settings: { readOwnersMs: 3_600_000 } })
    const [ready, missing] = [await stage.guest(), await stage.guest()]
    const { matchId, seeds } = await gather(stage, [ready, missing])
    expect(await ready.reveal(matchId, seeds[0] ?? '')).toBe(200)
    const { world } = stage.host
    const { seq, lock } = stage.match(matchId)
    const at = lock?.revealBy ?? 0
    await stage.pass(at - 1 - stage.clock.now())
    const serverSeed = world.matches.get(matchId)?.secret.serverSeed
    const voided = { type: 'Voided', v: 1, at, reason: 'seed-missing', payouts: [], serverSeed }
    await stage.db.query('update shard_lease set epoch = epoch + 1, node = $1', ['other'])
    await stage.db.query(
      `insert into match_decision (match_id, seq, epoch, events)
       select $1, $2, epoch, $3::jsonb from shard_lease where shard = $4`,
      [matchId, seq + 1, JSON.stringify([voided]), world.matches.get(matchId)?.shard.number],
    )
    fault.next = 'before'
    await stage.pass(1)
    expect(fault.struck).toBe(1)
    expect([...world.matches.keys()].filter((id) => id !== matchId)).toEqual([])
    expect((await stage.db.query('select from match')).count).toBe(1)
  })

  it('pauses who misses three in a day for ten minutes', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    for (let times = 0; times < 3; times += 1) {
      await gather(stage, [guest])
      await stage.pass(5_000)
    }
    const until = stage.clock.now() + 600_000
    const paused = await guest.find()
    expect(paused.code).toBe(1311)
    expect(paused.data).toEqual({ until: expect.closeTo(until, -3) })
    await stage.restart()
    expect(await guest.find()).toMatchObject({ code: 1311, data: paused.data })
    const other = await stage.guest()
    await other.find()
    const matchId = [...stage.host.world.matches.keys()].at(-1)
    if (!matchId) throw new Error('no match was opened')
    expect((await guest.sit(matchId)).code).toBe(1311)
    await stage.clock.advance(600_000)
    await stage.host.idle()
    expect((await guest.find()).code).toBe(200)
  })

  it('doesn’t count when the BFF fell silent, or when the match was recovered only after the lock', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const beat = () => stage.bus.publish('edge.beat', edge, { edge, at: stage.clock.now() })
    const missed = async () => (await stage.db.query('select from missed_reveal')).count
    beat()
    const silent = await gather(stage, [guest], async () => beat())
    await stage.pass(5_000)
    expect(stage.match(silent.matchId).phase).toBe('voided')
    const restarted = await gather(stage, [guest], async () => beat())
    await stage.restart(1_000)
    await stage.pass(5_000)
    expect(stage.match(restarted.matchId).result).toMatchObject({ reason: 'seed-missing' })
    expect(await missed()).toBe(0)
    await gather(stage, [guest])
    await stage.pass(5_000)
    expect(await missed()).toBe(1)
  })
})

describeDatabase('a gathering match', (open) => {
  it('frees the seat of who sat down and was never heard of by a BFF', async () => {
    const stage = await setStage(await open(), { settings: { practiceFillMs: 3_600_000 } })
    const [gone, here] = [await stage.guest(), await stage.guest()]
    const { matchId } = await gather(stage, [gone, here])
    const heard = { playerId: here.id, edge: 'edge-1', matchId, presence: 'here' } as const
    expect((await stage.bus.request('match.presence', heard)).code).toBe(200)
    await stage.pass(25_000)
    expect(stage.match(matchId).table[0]).not.toBeNull()
    await stage.pass(6_000)
    expect(stage.match(matchId).table.map((seat) => seat !== null)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('frees the seat of a player gone for 30 s, and closes with its seed when no one comes anymore', async () => {
    const stage = await setStage(await open(), { settings: { practiceFillMs: 3_600_000 } })
    const guest = await stage.guest()
    const { matchId } = await gather(stage, [guest])
    const presence = (state: 'here' | 'gone') =>
      stage.bus.request('match.presence', { playerId: guest.id, edge: 'edge-1', matchId, presence: state })
    expect((await presence('gone')).code).toBe(200)
    await stage.pass(20_000)
    expect((await presence('here')).code).toBe(200)
    await stage.pass(20_000)
    expect(stage.match(matchId).table[0]).not.toBeNull()
    await presence('gone')
    await stage.pass(31_000)
    expect(stage.match(matchId).table[0]).toBeNull()
    expect(await balanceOf(stage.db, guest.id)).toMatchObject({ held: { trial: '0' } })
    const find = async () => (await guest.find()).data
    await stage.clock.advance(590_000)
    await stage.host.idle()
    expect(await find()).toMatchObject({ matchId })
    // No one is sent to it in its last seconds: who comes finds it gone.
    await stage.pass(6_000)
    expect(await find()).not.toMatchObject({ matchId })
    expect(stage.match(matchId).phase).toBe('gathering')
    await stage.pass(5_000)
    expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'abandoned' })
  })
})
