import { view } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { playOut, seenState, setStage } from '../testing.ts'

describeDatabase('a restart', (open) => {
  it('in mid-match loses no move, makes up for the gap and plays on to the end', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const before = stage.match(matchId)
    const hash = stage.host.world.matches.get(matchId)?.record.hash

    const stopped = stage.clock.now()
    await stage.restart(3_000)
    const after = stage.match(matchId)
    const [last] = stage.host.world.matches.get(matchId)?.record.events.slice(-1) ?? []
    expect(last).toMatchObject({ type: 'ClockCompensated', cause: 'restart', turn: before.turn?.turn })
    expect(after.compensatedMs).toBeGreaterThanOrEqual(3_000)
    expect(after.compensatedMs).toBeLessThanOrEqual(5_000 + stage.clock.now() - stopped - 3_000)
    expect({ ...after, seq: before.seq, turn: before.turn, compensatedMs: 0 }).toEqual(before)
    expect(stage.host.world.matches.get(matchId)?.record.hash).not.toBe(hash)

    const state = await playOut(stage, guest, matchId, seat)
    await stage.host.idle()
    expect(state.phase).toBe('settled')
    expect(seenState(stage, matchId)).toEqual(view(state))
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('while gathering and while locking goes on with fresh time', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    expect((await guest.find()).code).toBe(200)
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    const { seed } = await guest.sit(matchId)
    await stage.restart(60_000)
    const presence = () =>
      stage.published.filter(({ name }) => name === 'match.presence').at(-1)?.payload ?? null
    const request = { playerId: guest.id, matchId, seq: null, unacknowledged: [] }
    expect((await stage.bus.request('match.resume', request)).data?.seat).toBe(0)
    await stage.host.idle()
    expect(presence()).toEqual({ matchId, seats: ['here', 'gone', 'gone', 'gone', 'gone'] })
    expect(await guest.find()).toMatchObject({ code: 200, data: { matchId, taken: 1 } })
    await stage.pass(3_000)
    expect(stage.match(matchId).phase).toBe('locking')
    await stage.restart(60_000)
    await stage.pass(4_000)
    expect(await guest.reveal(matchId, seed)).toBe(200)
    await stage.host.idle()
    expect(stage.match(matchId).phase).toBe('playing')
  })

  it('fills a trial only after its player is back, with the usual delay', async () => {
    const stage = await setStage(await open())
    const [guest, stranger] = [await stage.guest(), await stage.guest()]
    await guest.find()
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    const { seed } = await guest.sit(matchId)
    await stage.pass(2_000)
    await stage.restart(10_000)
    await stage.pass(20_000)
    expect(stage.match(matchId)).toMatchObject({ phase: 'gathering', table: [{}, null, null, null, null] })
    const back = { playerId: guest.id, matchId, seq: null, unacknowledged: [] }
    await stage.bus.request('match.resume', back)
    await stage.pass(2_750)
    expect(stage.match(matchId).phase).toBe('gathering')
    expect((await stranger.sit(matchId)).seat).toBe(1)
    await stage.pass(250)
    expect(stage.match(matchId).phase).toBe('locking')
    expect(await guest.reveal(matchId, seed)).toBe(200)
  })

  it('after a long outage leaves some seconds on a clock, after a very long one gives the stakes back', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const [one, two] = [await stage.guest(), await stage.guest()]
    const first = await one.play()
    await stage.restart(60_000)
    const { turn, moves, compensatedMs } = stage.match(first.matchId)
    expect(compensatedMs).toBe(stage.match(first.matchId).turn?.seat === first.seat ? 15_000 : 0)
    await stage.pass(4_000)
    expect(stage.match(first.matchId).moves).toEqual(moves)
    expect(stage.match(first.matchId).turn?.turn).toBe(turn?.turn)

    const second = await two.play()
    await stage.restart(3_600_000)
    for (const { matchId } of [first, second])
      expect(stage.match(matchId).result).toMatchObject({ outcome: 'voided', reason: 'interrupted' })
    expect(stage.match(second.matchId).result?.payouts).toHaveLength(5)
    expect((await stage.db.query('select * from seated')).rows).toEqual([])
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })
})
