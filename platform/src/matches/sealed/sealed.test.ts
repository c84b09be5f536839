import { bodyCode } from '@minefall/shared/contracts'
import { view } from '@minefall/shared/game'
import { replay } from '@minefall/shared/record'
import { expect, it } from 'vitest'
import { describeDatabase } from '../../db/testing.ts'
import { checkLedger } from '../../ledger/index.ts'
import { headerIn } from '../host/record.ts'
import { seenState, setStage } from '../testing.ts'
import { addSealedTable, classic, duel, gameId, type SealedStage, sealedStage } from './testing-sealed.ts'

/** What happened since the last turn began, and what it comes to by the rules. */
const told = ({ host, matchId }: SealedStage) => {
  const events = host.world.matches.get(matchId)?.record.events ?? []
  const from = events.findLastIndex(({ type }) => type === 'TilePicked')
  return events.slice(from)
}
const typesOf = (stage: SealedStage) => told(stage).map(({ type }) => type)

/** Whether everything that happened follows from the seeds and the links, and everyone saw the same. */
const holds = async (stage: SealedStage) => {
  const { host, matchId, db } = stage
  const match = host.world.matches.get(matchId)
  const state = stage.state()
  if (!match) throw new Error('the match is gone')
  const { events } = match.record
  const { wrong } = replay(headerIn.parse(state), events, match.secret.serverSeed)
  // A match that goes on lacks its end and nothing else.
  expect(wrong).toBe(state.result ? null : events.length + 1)
  expect(seenState(stage, matchId)).toEqual(view(state))
  expect(await checkLedger(db)).toEqual({ clean: true, findings: [] })
}

const playOut = async (stage: SealedStage) => {
  for (let turns = 0; !stage.state().result; turns += 1) {
    if (turns > 40) throw new Error('the match did not end')
    await stage.turn()
  }
}

describeDatabase('a sealed table', (open) => {
  it.each([
    ['duel', duel],
    ['classic', classic],
  ])('is played from sitting down to the payout: %s', async (_name, size) => {
    const stage = await sealedStage(await open(), size)
    expect(stage.state()).toMatchObject({ phase: 'playing', pick: null, board: { leaves: [], root: '' } })
    await stage.mover().pick()
    expect(typesOf(stage)).toEqual(['TilePicked'])
    expect(stage.awaited()).toHaveLength(size.seats - 1)
    await Promise.all(stage.awaited().map((one) => one.link()))
    await stage.host.idle()
    const [, ...links] = typesOf(stage)
    expect(links.filter((type) => type === 'LinkRevealed')).toHaveLength(size.seats - 1)
    expect(stage.state().moves).toHaveLength(1)
    await playOut(stage)
    expect(stage.state().result?.outcome).toBe('settled')
    await holds(stage)
    expect((await stage.db.query('select * from seated')).rows).toEqual([])
  })

  it('leaves out a link that does not come in time, and the seat after the second', async () => {
    const stage = await sealedStage(await open(), classic)
    const silent = stage.sitters.find(({ seat }) => seat !== stage.mover().seat)
    const turn = async () => {
      await stage.mover().pick()
      for (const one of stage.awaited()) if (one !== silent) expect(await one.link()).toBe(bodyCode.ok)
      await stage.host.idle()
    }
    for (let strikes = 0; strikes < 2 && !stage.state().result; ) {
      const isAsked = stage.mover() !== silent
      await turn()
      if (!isAsked) continue
      strikes += 1
      const [at] = told(stage)
      expect(typesOf(stage)).not.toContain('TileOpened')
      await stage.pass(1_250)
      expect(typesOf(stage)).not.toContain('TileOpened')
      const before = stage.state().turn?.turn ?? -1
      await stage.pass(250)
      const opened = told(stage).find(({ type }) => type === 'TileOpened')
      expect(opened).toMatchObject({ silent: [silent?.seat], at: (at?.at ?? 0) + 1_500 })
      // Too late now.
      expect(await silent?.link(before)).not.toBe(bodyCode.ok)
    }
    expect(stage.state().table[silent?.seat ?? -1]).toMatchObject({ out: { reason: 'idle' } })
    await playOut(stage)
    await holds(stage)
  })

  it('refuses what does not fit: links, chains, turns, a second pick', async () => {
    const stage = await sealedStage(await open(), duel)
    const [mover, other] = [stage.mover(), stage.sitters.find((one) => one !== stage.mover())]
    if (!other) throw new Error('no one else is there')
    expect(await other.link()).toBe(bodyCode.wrongPhase)
    expect(await mover.pick(0, other.links[0])).toBe(bodyCode.wrongSeed)
    expect(await mover.pick(0, mover.links[1])).toBe(bodyCode.wrongSeed)
    expect(await other.pick(0)).toBe(bodyCode.notYourTurn)
    expect(await mover.pick(0)).toBe(bodyCode.ok)
    expect(await mover.pick(1)).toBe(bodyCode.wrongPhase)
    // It came with the pick.
    expect(await mover.link()).toBe(bodyCode.ok)
    expect(await mover.link(0, other.links[0])).toBe(bodyCode.wrongPhase)
    expect(await other.link(0, mover.links[0])).toBe(bodyCode.wrongSeed)
    expect(await other.link(0, other.links[1])).toBe(bodyCode.wrongSeed)
    expect(await other.link(1)).toBe(bodyCode.staleTurn)
    // Two tabs send the same link.
    expect(await Promise.all([other.link(0), other.link(0)])).toEqual([bodyCode.ok, bodyCode.ok])
    expect(await other.link(0)).toBe(bodyCode.ok)
    await stage.host.idle()
    expect(stage.state().moves).toHaveLength(1)
    const { id: playerId } = mover
    const rows = await stage.db.query('select from match_decision where events::text like $1', [
      '%LinkRevealed%',
    ])
    expect([playerId.length, rows.count]).toEqual([36, 1])
    await holds(stage)
  })

  it.each([
    ['the last link', duel, [1303]],
    ['each of the links that came while the first was written', classic, [200, 1303, 1303, 1303]],
  ])('refuses %s when the draw fails', async (_name, size, codes) => {
    const stage = await sealedStage(await open(), size)
    await stage.mover().pick()
    const match = stage.host.world.matches.get(stage.matchId)
    if (!match) return expect.fail('the match is gone')
    match.dealer = undefined
    const answers = Promise.all(stage.awaited().map((one) => one.link()))
    await stage.pass(6_000)
    expect(await answers).toEqual(codes)
  })

  it('picks by the clock for a seat without a chain, which is out at its second turn', async () => {
    const stage = await sealedStage(await open(), duel)
    const lost = stage.mover()
    await stage.pass(12_000)
    expect(told(stage)).toMatchObject([{ type: 'TilePicked', by: 'clock', seat: lost.seat }])
    expect(told(stage)[0]).not.toHaveProperty('link')
    await stage.awaited()[0]?.link()
    await stage.host.idle()
    if (!stage.state().result) {
      await stage.mover().pick()
      await stage.pass(1_500)
      expect(told(stage)).toContainEqual(expect.objectContaining({ type: 'TileOpened', silent: [lost.seat] }))
    }
    while (!stage.state().result) await stage.pass(250)
    await holds(stage)
  })

  it('gives everyone their stake back where no one comes', async () => {
    const stage = await sealedStage(await open(), classic, { seed: 5 })
    while (!stage.state().result) await stage.pass(1_000)
    const { result, handMoves, table } = stage.state()
    expect(handMoves).toBe(0)
    expect(table.every((seat) => seat?.out?.reason !== 'idle')).toBe(true)
    expect(result).toMatchObject({ outcome: 'voided', reason: 'idle' })
    await holds(stage)
  })

  it('draws what was picked though its mover leaves, and waits for no one who does', async () => {
    const stage = await sealedStage(await open(), classic)
    const mover = stage.mover()
    await mover.pick()
    const [gone, ...others] = stage.awaited()
    const leave = (playerId: string, nth: number) =>
      stage.bus.request('match.leave', {
        ...{ playerId, matchId: stage.matchId },
        commandId: String(nth).repeat(32),
      })
    expect((await leave(mover.id, 1)).code).toBe(bodyCode.ok)
    for (const one of others) expect(await one.link()).toBe(bodyCode.ok)
    expect(typesOf(stage)).not.toContain('TileOpened')
    expect((await leave(gone?.id ?? '', 2)).code).toBe(bodyCode.ok)
    await stage.pass(250)
    expect(told(stage)).toContainEqual(expect.objectContaining({ type: 'TileOpened', seat: mover.seat }))
    expect(stage.state().turn).not.toBe(null)
    await playOut(stage)
    await holds(stage)
  })

  it('is opened by no program of the version before, which would place mines beforehand', async () => {
    const db = await open()
    await addSealedTable(db, duel)
    const readAs = (sealed: boolean) =>
      db.query('update game_table set sealed = $2 where game_id = $1', [gameId, sealed])
    // Such a program reads no such column.
    await readAs(false)
    const stage = await setStage(db)
    await readAs(true)
    const guest = await stage.guest()
    expect(await guest.find(gameId)).toMatchObject({ code: bodyCode.ourFault, data: null })
    expect((await db.query('select from match')).count).toBe(0)
    const { matchId } = await guest.play()
    expect(stage.match(matchId).phase).toBe('playing')
  })
})
