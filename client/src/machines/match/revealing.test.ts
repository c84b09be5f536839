import { describe, expect, test } from 'vitest'
import { givenReceipt, idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, memory, openPlaying, openSeated, openTab, settle } from './testing/tabs.ts'

describe('revealing', () => {
  test('a reload between lock and reveal still reveals', async () => {
    const storage = memory()
    const { server, tab } = await openSeated(scriptedServer(), { storage })
    tab.actor.stop()
    server.lock()
    const after = openTab(server, { storage, seated: { matchId: idOf('a'), gameId: 'mines-trial' }, seed: 2 })
    await settle()
    expect(server.match().state().table[0]?.seed).toBeDefined()
    server.revealOthers()
    server.start()
    await settle()
    expect(after.is('live')).toBe(true)
    expectSame(after, server)
  })

  test('a reveal that was lost is sent again under the same id, and brings its receipt', async () => {
    const { server, tab } = await openSeated()
    server.fault('match.reveal', 'lose request')
    server.lock()
    await settle()
    const [first, second] = server.askedOf('match.reveal')
    expect(second).toEqual(first)
    expect(server.match().state().table[0]?.seed).toBeDefined()
    expect(tab.context().secrets?.receipt).toEqual(givenReceipt)
    expectSame(tab, server)
  })

  test.each([1429, 1500])('a reveal that is refused for a moment (%i) is sent again', async (code) => {
    const { server, tab } = await openSeated()
    server.refuse('match.reveal', code)
    server.lock()
    await tab.pass(4_000)
    const [first, second, ...more] = server.askedOf('match.reveal')
    expect(second).toEqual(first)
    expect(more).toEqual([])
    expect(tab.context()).toMatchObject({ refused: null, outbox: [], secrets: { receipt: givenReceipt } })
    expect(server.match().state().table[0]?.seed).toBeDefined()
    expectSame(tab, server)
  })

  test('a reveal that was taken although it seemed refused is not sent again', async () => {
    const { server, tab } = await openSeated()
    server.refuse('match.reveal', 1500)
    server.lock()
    await settle()
    const { seed = '' } = tab.context().secrets ?? {}
    server.act({ type: 'reveal', at: 0, seat: 0, seed })
    await tab.pass(4_000)
    expect(server.askedOf('match.reveal')).toHaveLength(1)
    expect(tab.context()).toMatchObject({ refused: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a reveal that is refused for another reason is reported, and not sent again', async () => {
    const { server, tab } = await openSeated()
    server.refuse('match.reveal', 1310)
    server.lock()
    await tab.pass(4_000)
    expect(server.askedOf('match.reveal')).toHaveLength(1)
    expect(tab.context()).toMatchObject({ refused: { code: 1310 }, outbox: [] })
  })

  test('a reveal that a lost connection left undecided is sent again when it is back', async () => {
    const { server, tab } = await openSeated()
    server.fault('match.reveal', 'lose request')
    server.fault('match.follow', 'answer later')
    server.lock()
    await settle()
    server.cut()
    server.restore()
    await settle()
    const [first, second, ...more] = server.askedOf('match.reveal')
    expect(second).toEqual(first)
    expect(more).toEqual([])
    expect(tab.context().secrets?.receipt).toEqual(givenReceipt)
    expectSame(tab, server)
  })

  test('a reload with an undecided reveal sends that one again, and no other', async () => {
    const storage = memory()
    const { server, tab } = await openSeated(scriptedServer(), { storage })
    server.fault('match.reveal', 'lose request')
    server.fault('match.follow', 'answer later')
    server.lock()
    await settle()
    tab.actor.stop()
    const after = openTab(server, { storage, seated: { matchId: idOf('a'), gameId: 'mines-trial' }, seed: 2 })
    const told: number[] = []
    after.actor.on('refusal', ({ refused }) => told.push(refused.code))
    await settle()
    const [first, second, ...more] = server.askedOf('match.reveal')
    expect(second).toEqual(first)
    expect(more).toEqual([])
    expect(told).toEqual([])
    expect(after.context().secrets?.receipt).toEqual(givenReceipt)
    expectSame(after, server)
  })

  test('a reveal whose answer was lost, or not understood, is in the journal, and the match goes on', async () => {
    const server = scriptedServer()
    server.fault('match.reveal', 'lose answer')
    const { tab } = await openPlaying(server)
    expect(tab.is('live')).toBe(true)
    expectSame(tab, server)
  })
})
