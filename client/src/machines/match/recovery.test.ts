import { describe, expect, test } from 'vitest'
import { idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, openAtOurTurn, openTab, settle } from './testing/tabs.ts'
import type { MatchInput } from './types.ts'

describe('recovery', () => {
  test('a hole in the sequence is filled by a resume, and counted', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.mute(false)
    server.untilOurTurn()
    await settle()
    expect(server.gaps()).toBe(1)
    expectSame(tab, server)
  })

  test('events that are already known are ignored', async () => {
    const { server, tab } = await openAtOurTurn()
    const { journal, matchId } = server.match()
    const before = tab.context().state
    server.say({ name: 'match.events', payload: { matchId, seq: 1, events: [...journal] } })
    await settle()
    expect(tab.context().state).toEqual(before)
    expect(server.gaps()).toBe(0)
  })

  test('a beat whose number is ours but whose hash is not brings a whole state', async () => {
    const { server, tab } = await openAtOurTurn()
    const follows = server.askedOf('match.follow').length
    server.beat(() => 'f'.repeat(14))
    await settle()
    expect(server.askedOf('match.follow').slice(follows)).toEqual([expect.objectContaining({ seq: null })])
    expectSame(tab, server)
  })

  test('an event that cannot follow on our copy brings a whole state', async () => {
    const { server, tab } = await openAtOurTurn()
    const { matchId, journal } = server.match()
    const impossible = { type: 'SeatOut', v: 1, at: 1, seat: 5, reason: 'left', place: 2 } as const
    server.say({ name: 'match.events', payload: { matchId, seq: journal.length + 1, events: [impossible] } })
    await settle()
    expect(server.askedOf('match.follow').at(-1)).toMatchObject({ seq: null })
    expectSame(tab, server)
  })

  test('a broken connection suspends the match; on return it resumes first and then takes moves', async () => {
    const { server, tab } = await openAtOurTurn()
    server.cut('timeout')
    expect(tab.has('suspended')).toBe(true)
    expect(tab.context().suspendedBy).toBe('timeout')
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    server.open(server.seat(), server.tile(false))
    server.untilOurTurn()
    server.restore()
    expect(tab.canPlay()).toBe(false)
    await settle()
    expect(tab.canPlay()).toBe(true)
    expect(tab.context().suspendedBy).toBeNull()
    expect(server.askedOf('match.open')).toHaveLength(0)
    expectSame(tab, server)
  })

  test('a tile pressed while the connection is away is shown as sent, and is opened once it is back', async () => {
    const { server, tab } = await openAtOurTurn()
    const tile = server.tile(false)
    server.cut()
    expect(tab.canPlay()).toBe(true)
    tab.actor.send({ type: 'tile.press', tile })
    expect(tab.context().pending).toMatchObject({ tile, stage: 'sent' })
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(0)
    server.restore()
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
    expect(tab.context()).toMatchObject({ pending: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a tile pressed while the match is asked how it stands is opened', async () => {
    const { server, tab } = await openAtOurTurn()
    server.cut()
    server.restore()
    expect(tab.canPlay()).toBe(true)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(new Set(server.askedOf('match.open').map((asked) => JSON.stringify(asked))).size).toBe(1)
    expect(tab.context()).toMatchObject({ pending: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a move on its way when the connection broke is decided once', async () => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', 'answer later')
    server.mute(true)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    server.cut()
    server.mute(false)
    server.restore()
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
    expect(tab.context()).toMatchObject({ pending: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a resume that is not answered is asked again', async () => {
    const { server, tab } = await openAtOurTurn()
    server.cut()
    server.fault('match.follow', 'lose request')
    server.fault('match.follow', 'lose request')
    server.restore()
    await settle()
    expect(tab.actor.getSnapshot().value).toEqual({ syncing: 'pausing' })
    await tab.pass(2_000)
    expect(tab.actor.getSnapshot().value).toBe('live')
  })

  test('a match that no one tells of any more is asked about, and what got lost is made up for', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.untilOurTurn()
    server.mute(false)
    const follows = server.askedOf('match.follow').length
    await tab.pass(10_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows)
    await tab.pass(5_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows + 1)
    expect(tab.canPlay()).toBe(true)
    expectSame(tab, server)
  })

  test('the end of a match that got lost is asked for, also in mid-lock', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.mute(true)
    server.act({ type: 'void', at: 0, reason: 'abandoned', serverSeed: server.match().serverSeed })
    await settle()
    expect(tab.is('gathering')).toBe(true)
    await tab.pass(15_000)
    expect(tab.is('finished')).toBe(true)
    expectSame(tab, server)
    const follows = server.askedOf('match.follow').length
    await tab.pass(20_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows)
  })

  test('as long as beats come nothing is asked; when they cease it is, until it is answered', async () => {
    const { server, tab } = await openAtOurTurn()
    const follows = server.askedOf('match.follow').length
    for (let second = 0; second < 30; second++) {
      await tab.pass(1_000)
      server.beat()
    }
    expect(server.askedOf('match.follow')).toHaveLength(follows)
    server.fault('match.follow', 'lose request')
    server.fault('match.follow', 'lose answer')
    await tab.pass(16_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows + 3)
    expect(tab.canPlay()).toBe(true)
  })

  test('other messages of the match do not stand for how it is', async () => {
    const { server, tab } = await openAtOurTurn()
    const { matchId } = server.match()
    const follows = server.askedOf('match.follow').length
    for (let second = 0; second < 15; second++) {
      await tab.pass(1_000)
      server.say({ name: 'match.presence', payload: { matchId, seats: ['here', 'here'] } })
    }
    expect(server.askedOf('match.follow')).toHaveLength(follows + 1)
  })

  test('a slept tab resumes in place', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.untilOurTurn()
    server.mute(false)
    server.tell({ type: 'doubt' })
    await settle()
    expectSame(tab, server)
  })

  test('moving to another server resumes there without being suspended', async () => {
    const { server, tab } = await openAtOurTurn()
    const seen: boolean[] = []
    tab.actor.subscribe((snapshot) => seen.push(snapshot.hasTag('suspended')))
    server.tell({ type: 'up' })
    await settle()
    expect(seen).not.toContain(true)
    expect(tab.canPlay()).toBe(true)
  })

  test('a reload finds the match by what the server says', async () => {
    const { server, tab } = await openAtOurTurn()
    tab.actor.stop()
    const seated = { matchId: idOf('a'), gameId: 'mines-trial' }
    const after = openTab(server, { storage: tab.storage, seated, seed: 2 })
    await settle()
    expect(after.canPlay()).toBe(true)
    expect(server.askedOf('match.sit')).toHaveLength(1)
    expectSame(after, server)
  })

  test('a move that a reload interrupted is decided once', async () => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', 'lose request')
    server.mute(true)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    tab.actor.stop()
    server.mute(false)
    const before = server.match().state().moves.length
    const input: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const after = openTab(server, { input, storage: tab.storage, seed: 2 })
    await settle()
    expect(server.match().state().moves).toHaveLength(before + 1)
    expectSame(after, server)
  })

  test('two tabs of one player follow the same match, and either may play', async () => {
    const { server, tab } = await openAtOurTurn()
    const input: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const second = openTab(server, { input, seed: 3 })
    await settle()
    expect(second.canPlay()).toBe(true)
    second.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expectSame(tab, server)
    expectSame(second, server)
  })

  test('a tab whose player signed out elsewhere watches the match from there on', async () => {
    const { server, tab } = await openAtOurTurn()
    server.changePlayer()
    server.tell({ type: 'up' })
    await settle()
    expect(tab.canPlay()).toBe(false)
    server.open(0, server.tile(false))
    await settle()
    expect(tab.context().seat).toBeNull()
    expectSame(tab, server)
  })

  test('other matches are not heard', async () => {
    const { server, tab } = await openAtOurTurn()
    const follows = server.askedOf('match.follow').length
    server.say({ name: 'match.beat', payload: { matchId: idOf('b'), seq: 99, hash: '' } })
    server.say({ name: 'match.presence', payload: { matchId: idOf('b'), seats: ['gone'] } })
    await settle()
    expect(server.askedOf('match.follow')).toHaveLength(follows)
    expect(tab.context().presence).toEqual([])
  })
})
