import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { balanceOf, checkLedger } from '../../ledger/index.ts'
import { readRows } from '../journal/rows.ts'
import { edge, playOut, setStage, trial } from '../testing.ts'

const id = (digit: string) => digit.repeat(32)

describeDatabase('commands', (open) => {
  it('give the same outcome for the same id, and 1409 for the same id with something else', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const { turn, board } = stage.match(matchId)
    const number = turn?.turn ?? -1
    const closed = (board?.tiles ?? []).flatMap((tile, at) => (tile === null ? [at] : []))
    const [first = 0, second = 1] = closed
    const answers = await Promise.all([
      guest.open(matchId, number, first, id('a')),
      guest.open(matchId, number, first, id('a')),
    ])
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ code: 200, data: { matchId, seat } })
    await stage.host.idle()
    expect((await guest.open(matchId, number, first, id('a'))).data).toEqual(answers[0]?.data)
    expect((await guest.open(matchId, number, second, id('a'))).code).toBe(1409)
    const rows = await readRows(stage.db, matchId)
    expect(rows.filter(({ commandId }) => commandId === id('a'))).toHaveLength(1)

    const resumed = await stage.bus.request('match.resume', {
      playerId: guest.id,
      matchId,
      seq: 0,
      unacknowledged: [id('a'), id('b')],
    })
    expect(resumed.data?.seat).toBe(seat)
    expect(resumed.data?.outcomes).toMatchObject([{ commandId: id('a') }])
    const stranger = await stage.guest()
    const watched = await stage.bus.request('match.resume', {
      playerId: stranger.id,
      matchId,
      seq: null,
      unacknowledged: [id('a')],
    })
    expect(watched.data).toMatchObject({ seat: null, outcomes: [], catchUp: { kind: 'snapshot' } })
    expect(JSON.stringify(watched)).not.toContain(guest.id)
  })

  it('of a match that is past are distinguished just so', async () => {
    const stage = await setStage(await open(), { settings: { keepEndedMs: 3_000 } })
    const guest = await stage.guest()
    const { matchId, seat } = await guest.play()
    while (stage.match(matchId).turn?.seat !== seat) await stage.pass(250)
    const { turn, board } = stage.match(matchId)
    const number = turn?.turn ?? -1
    const tile = board?.tiles.indexOf(null) ?? 0
    const moved = await guest.open(matchId, number, tile, id('a'))
    expect(moved.code).toBe(200)
    await playOut(stage, guest, matchId, seat)
    await stage.pass(6_000)
    expect(stage.host.world.matches.has(matchId)).toBe(false)

    expect(await guest.open(matchId, number, tile, id('a'))).toMatchObject({ code: 200, data: moved.data })
    expect((await guest.open(matchId, number, tile + 1, id('a'))).code).toBe(1409)
    expect((await guest.open(matchId, number, tile, id('b'))).code).toBe(1303)
    const left = { playerId: guest.id, commandId: id('a'), matchId }
    expect((await stage.bus.request('match.leave', left)).code).toBe(1409)
  })

  it('take a seat with its hold, free it with its release, and let the player sit again', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    await guest.find()
    const [matchId] = [...stage.host.world.matches.keys()]
    if (!matchId) throw new Error('no match was opened')
    expect(await guest.sit(matchId)).toMatchObject({ code: 200, seat: 0 })
    expect(await balanceOf(stage.db, guest.id)).toMatchObject({ trial: '900', held: { trial: '100' } })
    expect(await guest.leave(matchId)).toBe(200)
    expect(await balanceOf(stage.db, guest.id)).toMatchObject({ trial: '1000', held: { trial: '0' } })
    expect(await guest.sit(matchId)).toMatchObject({ code: 200, seat: 0 })
    expect(await balanceOf(stage.db, guest.id)).toMatchObject({ trial: '900', held: { trial: '100' } })
    expect(await checkLedger(stage.db)).toEqual({ clean: true, findings: [] })
  })

  it('are refused with a code that says why', async () => {
    const stage = await setStage(await open())
    const [guest, other] = [await stage.guest(), await stage.guest()]
    expect((await guest.find('no-such-table')).code).toBe(1404)
    expect((await guest.find('mines-duel')).code).toBe(1001)
    const duel = { playerId: guest.id, gameId: 'mines-duel', stake: '10', asset: 'coin' } as const
    expect((await stage.bus.request('lobby.find', duel)).code).toBe(1307)
    const noOne = { ...trial, playerId: '00000000-0000-4000-8000-000000000000' }
    expect((await stage.bus.request('lobby.find', noOne)).code).toBe(1404)

    const { matchId } = await guest.play()
    const again = await guest.find()
    expect(again).toMatchObject({ code: 1305, data: { matchId, gameId: 'mines-trial' } })
    expect(await other.leave(matchId)).toBe(1308)
    expect((await other.sit(matchId)).code).toBe(1304)
    expect(await guest.reveal(matchId, 'ab'.repeat(32))).toBe(1303)
    const late = { playerId: guest.id, commandId: id('c'), matchId, turn: 0, tile: 0, roundTripMs: 0 }
    const dropped = await stage.bus.request('match.open', { ...late, until: stage.clock.now() - 1 })
    expect(dropped.code).toBe(1504)
    const gone = await stage.bus.request('match.presence', {
      playerId: other.id,
      edge,
      matchId,
      presence: 'here',
    })
    expect(gone.code).toBe(1308)
  })

  it('need coins: who has too few gets no seat and nothing is written', async () => {
    const stage = await setStage(await open())
    const guest = await stage.guest()
    await stage.db.query(`update player set kind = 'player' where id = $1`, [guest.id])
    const duel = { playerId: guest.id, gameId: 'mines-duel', stake: '10', asset: 'coin' } as const
    const found = await stage.bus.request('lobby.find', duel)
    const matchId = found.data?.matchId
    if (!matchId) throw new Error('no match was opened')
    expect((await guest.sit(matchId)).code).toBe(1306)
    expect(await readRows(stage.db, matchId)).toEqual([])
    expect((await stage.db.query('select * from seated')).rows).toEqual([])
    expect(stage.match(matchId).table).toEqual([null, null])
  })
})
