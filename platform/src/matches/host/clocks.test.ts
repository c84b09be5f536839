import { compensationMaxMs } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { withFaults } from '../faults.ts'
import { edge, setStage } from '../testing.ts'

describeDatabase('the clock of a turn', (open) => {
  it('opens a tile at the deadline and what is forgiven, puts out the second time, and voids what no one played', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [60_000, 60_001] } })
    const guest = await stage.guest()
    const { matchId } = await guest.play()
    const first = stage.match(matchId).turn
    if (!first) throw new Error('no turn runs')
    await stage.pass(first.deadline - stage.clock.now() - 1)
    expect(stage.match(matchId).moves).toEqual([])
    await stage.pass(1)
    expect(stage.match(matchId).moves).toMatchObject([{ turn: 0, seat: first.seat, by: 'clock' }])

    // Everyone lets the clock run out: no hand has moved, so the second time around voids and refunds.
    for (let turns = 0; turns < 12 && !stage.match(matchId).result; turns += 1) await stage.pass(12_000)
    const { result } = stage.match(matchId)
    expect(result).toMatchObject({ outcome: 'voided', reason: 'idle' })
    expect(result?.payouts).toHaveLength(5)
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
    expect((await stage.db.query('select * from seated')).rows).toEqual([])
  })

  it('is paused while the seat’s BFF is silent, for at most 15 s a match', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [50, 60] } })
    const guest = await stage.guest()
    const beat = () => stage.bus.publish('edge.beat', edge, { edge, at: stage.clock.now() })
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) {
      beat()
      await stage.pass(250)
    }
    const before = stage.match(matchId)
    beat()
    await stage.pass(4_000)
    beat()
    await stage.pass(1)
    const after = stage.match(matchId)
    expect(after.compensatedMs).toBe(4_000)
    expect(after.turn?.deadline).toBe((before.turn?.deadline ?? 0) + 4_000)

    await stage.pass(40_000)
    const spent = stage.match(matchId)
    expect(spent.compensatedMs).toBe(compensationMaxMs)
    expect(spent.moves.find(({ turn }) => turn === before.turn?.turn)).toMatchObject({ seat, by: 'clock' })
  })

  it('takes one timer however long play is paused', async () => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db, { settings: { practiceThinkMs: [2_000, 2_001] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat === seat) await stage.pass(250)
    fault.away = true
    const left = guest.leave(matchId)
    // Timers a try to reach the database holds come and go; those of a turn would pile up, one a step.
    const standStill = async () => {
      const timers: number[] = []
      for (let steps = 0; steps < 40; steps += 1) {
        await stage.clock.advance(250)
        timers.push(stage.clock.pending())
      }
      expect(stage.host.world.standstill.isNow()).toBe(true)
      return timers
    }
    const first = await standStill()
    expect(Math.min(...(await standStill()))).toBeLessThanOrEqual(Math.max(...first))
    fault.away = false
    await stage.clock.advance(1_000)
    await left
  })

  it('forgives part of the round trip, and refuses a move that comes later still', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [50, 60] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    const request = (turn: number, tile: number, commandId: string, roundTripMs: number) =>
      stage.bus.request('match.open', {
        playerId: guest.id,
        commandId: commandId.repeat(32),
        matchId,
        turn,
        tile,
        roundTripMs,
        until: stage.clock.now() + 5_000,
      })
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const { turn, board } = stage.match(matchId)
    if (!turn || !board) throw new Error('no turn runs')
    // A wrong tile tells the host the round trip; the turn goes on.
    expect((await request(turn.turn, 255, 'a', 900)).code).toBe(1001)
    await stage.pass(turn.deadline - stage.clock.now() - 1)
    await stage.clock.advance(250)
    await stage.host.idle()
    expect(stage.match(matchId).turn?.turn).toBe(turn.turn)
    expect((await request(turn.turn, board.tiles.indexOf(null), 'b', 900)).code).toBe(200)
    await stage.host.idle()
    expect(stage.match(matchId).moves.at(-1)).toMatchObject({ turn: turn.turn, by: 'hand' })
    expect((await request(turn.turn, board.tiles.lastIndexOf(null), 'c', 900)).code).toBe(
      stage.match(matchId).table[seat]?.out ? 1303 : 1309,
    )
  })

  it('does not matter to who leaves: they are out, and may sit elsewhere at once', async () => {
    const stage = await setStage(await open(), { settings: { practiceThinkMs: [5_000, 5_001] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    expect(await guest.leave(matchId)).toBe(200)
    expect(stage.match(matchId).table[seat]?.out).toMatchObject({ reason: 'left', place: 5 })
    const again = await guest.find()
    expect(again).toMatchObject({ code: 200, data: { taken: 0, seats: 5 } })
    const fresh = await guest.play()
    expect(fresh.matchId).not.toBe(matchId)
    await stage.host.idle()
    const seated = stage.published.filter(({ name, key }) => name === 'player.seated' && key === guest.id)
    expect(seated.map(({ payload }) => payload)).toEqual([
      { seated: { matchId, gameId: 'mines-trial' } },
      { seated: null },
      { seated: { matchId: fresh.matchId, gameId: 'mines-trial' } },
    ])
  })
})
