import { view } from '@minefall/shared/game'
import { expect, it } from 'vitest'
import { describeDatabases } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { withFaults } from '../faults.ts'
import { seenState, setStage } from '../testing.ts'
import { readRows } from './rows.ts'

describeDatabases('a commit whose fate is unknown', (open) => {
  it.each(['before', 'after'] as const)('counts once when the connection dies %s it', async (when) => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db)
    const guest = await stage.guest()
    const found = await guest.find()
    expect(found.code).toBe(200)
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')

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
    const moved = await guest.open(matchId, turn, stage.match(matchId).board?.tiles.indexOf(null) ?? 0)
    expect(moved).toMatchObject({ code: 200, data: { seq: seq + 1 } })
    await stage.host.idle()
    expect(fault.struck).toBe(4)

    expect(await guest.leave(matchId)).toBe(200)
    await stage.host.idle()
    expect(seenState(stage, matchId)).toEqual(view(stage.match(matchId)))
    const rows = await readRows(stage.db, matchId)
    expect(rows.map(({ seq: first }) => first)).toEqual(numbersOf(rows))
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('waits while the database is away, answers when it is back and gives the time back', async () => {
    const { db, fault } = withFaults(await open())
    const stage = await setStage(db, { settings: { practiceThinkMs: [50, 60] } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const before = stage.match(matchId)
    const tile = before.board?.tiles.indexOf(null) ?? 0

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
    expect(after.moves.at(before.moves.length)).toMatchObject({ seat, tile, by: 'hand' })
  })
})

/** The numbers that first events must have so that there are no holes. */
const numbersOf = (rows: readonly { events: unknown }[]): number[] => {
  let next = 1
  return rows.map(({ events }) => {
    const first = next
    next += Array.isArray(events) ? events.length : 0
    return first
  })
}
