import { describe, expect, test } from 'vitest'
import type { Fact } from './facts.ts'
import { givenReceipt, idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, openAtOurTurn, openPlaying, openSeated, type openTab, settle } from './testing/tabs.ts'

describe('facts', () => {
  const factsOf = (tab: ReturnType<typeof openTab>) => {
    const facts: Fact[] = []
    tab.actor.on('fact', (fact) => facts.push(fact))
    return facts
  }

  test('each event is reported once, in order, with the states around it', async () => {
    const server = scriptedServer()
    const { tab } = await openAtOurTurn(server)
    const facts = factsOf(tab)
    const before = tab.context().state
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(facts.map(({ event }) => event)).toEqual(server.match().journal.slice(before?.seq))
    expect(facts.map((fact) => fact.before)).toEqual([
      before,
      ...facts.slice(0, -1).map(({ state }) => state),
    ])
    expect(facts.at(-1)?.state).toBe(tab.context().state)
  })

  test('a state is there for everyone who hears a fact', async () => {
    const { server, tab } = await openAtOurTurn()
    const seen: unknown[] = []
    tab.actor.on('fact', () => seen.push(tab.context().state?.seq))
    server.open(server.seat(), server.tile(false))
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen)).toEqual(new Set([server.match().state().seq]))
  })

  test('a snapshot is a jump, and so is more than two moves that were missed', async () => {
    const { server, tab } = await openAtOurTurn(scriptedServer({ seats: 3 }))
    const facts = factsOf(tab)
    const told = () => facts.splice(0).map(({ event }) => event.type)
    const before = tab.context().state
    server.beat(() => 'another hash')
    await settle()
    expect(told()).toEqual(['Jumped'])
    server.cut()
    server.open(server.seat(), server.tile(false))
    server.restore()
    await settle()
    expect(told()).toContain('TileOpened')
    server.cut()
    server.untilOurTurn()
    server.open(server.seat(), server.tile(false))
    server.restore()
    await settle()
    expect(facts).toMatchObject([{ event: { type: 'Jumped' }, state: server.match().state() }])
    expect(facts[0]?.before?.moves.length).toBe((before?.moves.length ?? 0) + 1)
  })

  test('a refusal is reported', async () => {
    const { server, tab } = await openAtOurTurn()
    const told: number[] = []
    tab.actor.on('refusal', ({ refused }) => told.push(refused.code))
    server.refuse('match.open', 1303)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(told).toEqual([1303])
    expect(tab.context().pending).toBeNull()
  })
})

describe('locking', () => {
  test('reveals on its own once the lock is what it should be', async () => {
    const { server, tab } = await openPlaying()
    expect(server.askedOf('match.reveal')).toHaveLength(1)
    expect(tab.is('live')).toBe(true)
    expectSame(tab, server)
  })

  test('keeps the seed from a lock that is not what we sat down to', async () => {
    const { server, tab } = await openSeated()
    server.lock(() => 'ab'.repeat(32))
    await settle()
    expect(server.askedOf('match.reveal')).toHaveLength(0)
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'lock' })
  })

  test('after a void for a missing seed it sits again on its own, with everything drawn again', async () => {
    const { server, tab } = await openSeated()
    server.lock()
    await settle()
    const voided = server.match()
    server.act({
      type: 'void',
      at: 0,
      reason: 'seed-missing',
      serverSeed: voided.serverSeed,
      next: idOf('b'),
    })
    server.openNext()
    await settle()
    expect(tab.is('gathering')).toBe(true)
    expect(tab.context()).toMatchObject({ matchId: idOf('b'), refused: null })
    const commits = server.askedOf('match.sit').map((sat) => (sat as { commit: string }).commit)
    expect(new Set(commits).size).toBe(2)
    expectSame(tab, server)
  })
})

describe('a receipt', () => {
  test('that the house does not stand by stops the match, and stays as evidence', async () => {
    const server = scriptedServer()
    server.signStrangely()
    const { tab } = await openPlaying(server)
    expect(tab.is('failed')).toBe(true)
    expect(tab.context().proof).toEqual({ status: 'failed', reason: 'signature', turns: new Set() })
    expect(tab.context().secrets?.receipt).toMatchObject({ key: 'f3'.repeat(32) })
  })
})

describe('the end of a match that never started', () => {
  const voidAs = (reason: 'seed-missing' | 'interrupted', serverSeed: string) =>
    ({ type: 'void', at: 0, reason, serverSeed, next: idOf('b') }) as const

  test('is refused where the opened seed is not the one committed to, and no next match follows', async () => {
    const { server, tab } = await openSeated()
    server.lock()
    await settle()
    server.act(voidAs('interrupted', '6f'.repeat(32)))
    server.openNext()
    await settle()
    expect(tab.is('failed')).toBe(true)
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'seeds' })
    expect(server.askedOf('match.sit')).toHaveLength(1)
  })

  test('is refused where our seed is called missing against its receipt', async () => {
    const { server, tab } = await openSeated()
    server.denySeeds()
    server.lock()
    await settle()
    expect(tab.context().secrets?.receipt).toEqual(givenReceipt)
    server.act(voidAs('seed-missing', server.match().serverSeed))
    await settle()
    expect(tab.is('failed')).toBe(true)
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'receipt' })
  })

  test('is refused where a seed is called missing and all are there', async () => {
    const { server, tab } = await openSeated()
    server.lock()
    await settle()
    server.revealOthers()
    const { journal, matchId, serverSeed } = server.match()
    const voided = { type: 'Voided', v: 1, at: 9_000, reason: 'seed-missing', serverSeed } as const
    const events = [{ ...voided, payouts: [] }]
    server.say({ name: 'match.events', payload: { matchId, seq: journal.length + 1, events } })
    await settle()
    expect(tab.is('failed')).toBe(true)
    expect(tab.context().proof).toMatchObject({ status: 'failed', reason: 'reason' })
  })

  test('is no one’s fault where the match was called off for another reason', async () => {
    const { server, tab } = await openSeated()
    server.denySeeds()
    server.lock()
    await settle()
    server.act(voidAs('interrupted', server.match().serverSeed))
    await settle()
    expect(tab.is('finished')).toBe(true)
  })
})

describe('a move', () => {
  test('is shown as sent at once, as committed when acknowledged, and is over with its event', async () => {
    const { server, tab } = await openAtOurTurn()
    expect(tab.canPlay()).toBe(true)
    server.mute(true)
    const tile = server.tile(false)
    tab.actor.send({ type: 'tile.press', tile })
    expect(tab.context().pending).toMatchObject({ tile, stage: 'sent' })
    expect(tab.standing()).toBe('submitting')
    await settle()
    expect(tab.context().pending).toMatchObject({ tile, stage: 'committed' })
    server.mute(false)
    server.beat()
    await settle()
    expect(tab.context().pending).toBeNull()
    expectSame(tab, server)
  })

  test('whose event comes before its acknowledgement is over, and the late acknowledgement changes nothing', async () => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', 'answer later')
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(tab.context().pending).toBeNull()
    server.answerLate()
    await settle()
    expect(tab.context()).toMatchObject({ pending: null, refused: null, outbox: [] })
    expectSame(tab, server)
  })

  test('is sent once, however often the tile is pressed', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    const tile = server.tile(false)
    for (let press = 0; press < 3; press++) tab.actor.send({ type: 'tile.press', tile })
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
  })

  test('on an open tile, or when it is not our turn, is not sent', async () => {
    const { server, tab } = await openAtOurTurn()
    const open = server.tile(false)
    tab.actor.send({ type: 'tile.press', tile: open })
    await settle()
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    server.untilOurTurn()
    await settle()
    tab.actor.send({ type: 'tile.press', tile: open })
    tab.actor.send({ type: 'tile.press', tile: 200 })
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
  })

  test.each(['lose request', 'lose answer'] as const)('is decided once after: %s', async (fault) => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', fault)
    server.mute(true)
    const before = server.match().state().moves.length
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    server.mute(false)
    server.beat()
    await settle()
    expect(server.match().state().moves).toHaveLength(before + 1)
    expect(new Set(server.askedOf('match.open').map((asked) => JSON.stringify(asked))).size).toBe(1)
    expect(tab.context()).toMatchObject({ pending: null, outbox: [] })
    expectSame(tab, server)
  })

  test('waits while play is paused on the other side, and may be made again when it goes on', async () => {
    const { server, tab } = await openAtOurTurn()
    server.tell({ type: 'paused', paused: true })
    expect([tab.context().paused, tab.standing(), tab.canPlay()]).toEqual([true, 'heldTurn', false])
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    expect(server.askedOf('match.open')).toHaveLength(0)
    server.tell({ type: 'paused', paused: false })
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
    expectSame(tab, server)
  })

  test('may be made over a fresh connection that tells of no pause', async () => {
    const { server, tab } = await openAtOurTurn()
    server.tell({ type: 'paused', paused: true })
    server.cut()
    expect(tab.context().paused).toBe(false)
    server.restore()
    await settle()
    expect([tab.context().paused, tab.canPlay()]).toEqual([false, true])
    server.tell({ type: 'paused', paused: true })
    server.tell({ type: 'up' })
    await settle()
    expect([tab.context().paused, tab.canPlay()]).toEqual([false, true])
  })

  test('that is refused says why and gives the turn back', async () => {
    const { server, tab } = await openAtOurTurn()
    server.refuse('match.open', 1429)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(tab.context()).toMatchObject({ pending: null, refused: { code: 1429 } })
    expect(tab.canPlay()).toBe(true)
  })

  test('that is refused because our copy is behind brings the copy up to date', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.mute(false)
    expect(tab.canPlay()).toBe(true)
    server.refuse('match.open', 1309)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(tab.context().refused?.code).toBe(1309)
    expectSame(tab, server)
  })
})
