import { describe, expect, test, vi } from 'vitest'
import { assign } from 'xstate'
import { balance, matchId, open, openLive, settle } from './testing/world.ts'

describe('opening', () => {
  test('is live with the welcome, and says nothing before it', async () => {
    const it = open()
    it.actor.send({ type: 'connection.open' })
    await settle()
    expect(it.has('connecting')).toBe(true)
    expect((await it.wire.ask('lobby.watch', {})).code).toBe(1503)
    expect(it.last().asked).toEqual([])
    await it.last().welcome()
    expect(it.has('connected')).toBe(true)
    expect(it.signals).toEqual(['up'])
    expect(it.context()).toMatchObject({ seated: { matchId }, balance: { version: 1 }, closeCode: null })
  })

  test('tells what listens between its own steps, since that may be a machine too', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const it = open()
    // XState warns of this when it is called from within an action.
    it.wire.listen(() => void assign({}))
    it.actor.send({ type: 'connection.open' })
    await settle()
    await it.last().welcome()
    await it.surroundings('tab.woke')
    it.last().end('server')
    expect(it.signals).toEqual(['up', 'doubt', 'down'])
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('an attempt that hangs is given up for a new one', async () => {
    const it = open({ random: 0 })
    it.actor.send({ type: 'connection.open' })
    await it.pass(4_100)
    expect(it.links).toHaveLength(2)
    expect(it.links[0]?.closed).toBe(true)
  })

  test('a server that took the connection is waited for, and told who comes back to a seat', async () => {
    const it = open({ random: 0 })
    it.actor.send({ type: 'connection.open' })
    await it.pass(3_000)
    it.last().tell({ type: 'opened' })
    await it.pass(12_000)
    expect(it.links).toHaveLength(1)
    await it.last().welcome()
    it.last().end('server')
    await it.pass(100)
    expect(it.links.map(({ seated }) => seated)).toEqual([false, true])
  })

  test('a server that cannot be reached is tried again with longer and longer pauses', async () => {
    const it = open({ random: 0.999 })
    it.actor.send({ type: 'connection.open' })
    await settle()
    const pauses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      it.last().end(null)
      await settle()
      pauses.push((it.context().retryAt ?? 0) - it.world.now())
      await it.pass(2_100)
    }
    expect(pauses).toEqual([299, 599, 999, 999, 999, 999])
    expect(it.context()).toMatchObject({ closeCode: 'network', attempt: 6 })
  })

  test('code that cannot be loaded counts as an attempt that failed', async () => {
    const it = open({ random: 0, failLoad: true })
    it.actor.send({ type: 'connection.open' })
    await settle()
    expect(it.is('waiting')).toBe(true)
    it.world.failLoad = false
    await it.pass(100)
    await it.last().welcome()
    expect(it.is('live')).toBe(true)
  })
})

describe('a broken connection', () => {
  test.each(['network', 'server', 'timeout', 'game', 'slow', 'drain'] as const)(
    'ended by %s comes back on its own, and says why until then',
    async (code) => {
      const it = await openLive()
      it.last().end(code)
      await settle()
      expect(it.has('connecting')).toBe(true)
      expect(it.context()).toMatchObject({ closeCode: code, isDown: false })
      await it.pass(400)
      it.last().end(null)
      await settle()
      expect(it.context().closeCode).toBe(code)
      await it.pass(400)
      await it.last().welcome()
      expect(it.context()).toMatchObject({ closeCode: null, isDown: false, attempt: 0 })
      expect(it.signals).toEqual(['up', 'down', 'up'])
    },
  )

  test('an outage is felt after a second, whatever is tried, until the next welcome', async () => {
    const it = await openLive()
    it.world.failLoad = true
    it.last().end('network')
    await it.pass(900)
    expect(it.context().isDown).toBe(false)
    await it.pass(100)
    expect(it.context().isDown).toBe(true)
    it.world.failLoad = false
    await it.pass(1_000)
    await it.last().welcome()
    expect(it.context().isDown).toBe(false)
    it.last().end('server')
    await it.pass(700)
    await it.last().welcome()
    await it.pass(2_000)
    expect(it.context().isDown).toBe(false)
  })

  test('a page without a network says so until it is back or the server answers all the same', async () => {
    const it = await openLive()
    await it.surroundings('network.offline')
    await it.pass(5_000)
    expect(it.has('connecting')).toBe(true)
    // It looks all the same, since the browser may be wrong.
    expect(it.links).toHaveLength(2)
    expect(it.context().isOffline).toBe(true)
    await it.last().welcome()
    expect(it.context().isOffline).toBe(false)
    await it.surroundings('network.offline')
    await it.surroundings('network.online')
    expect(it.context().isOffline).toBe(false)
    it.last().end('kicked')
    await settle()
    await it.surroundings('network.offline')
    expect(it.context().isOffline).toBe(true)
  })

  test.each(['kicked', 'replaced', 'protocol'] as const)(
    'ended by %s stays ended until someone asks',
    async (code) => {
      const it = await openLive()
      it.last().end(code)
      await it.pass(60_000, 20_000)
      expect(it.has('disconnected')).toBe(true)
      expect(it.context().closeCode).toBe(code)
      expect(it.links).toHaveLength(1)
      it.actor.send({ type: 'connection.retry' })
      await settle()
      await it.last().welcome()
      expect(it.has('connected')).toBe(true)
    },
  )

  test('a network that died silently is noticed within five seconds', async () => {
    const it = await openLive()
    await it.atMatch()
    await it.pass(5_000)
    it.world.answersPings = false
    await it.pass(5_000)
    expect(it.has('connecting')).toBe(true)
    expect(it.context().closeCode).toBe('timeout')
    expect(it.links[0]?.closed).toBe(true)
  })

  test.each(['network.online', 'tab.visible', 'tab.woke'])('%s ends the pause', async (event) => {
    const it = await openLive({ random: 0.999 })
    it.last().end('server')
    await settle()
    expect(it.links).toHaveLength(1)
    await it.surroundings(event)
    expect(it.links).toHaveLength(2)
  })

  test('without a network it waits for one, but looks now and then', async () => {
    const it = await openLive()
    await it.surroundings('network.offline')
    expect(it.is('offline')).toBe(true)
    expect(it.has('connecting')).toBe(true)
    expect(it.context().closeCode).toBe('network')
    await it.pass(5_100)
    expect(it.links).toHaveLength(2)
    await it.surroundings('network.offline')
    await it.surroundings('network.online')
    expect(it.links).toHaveLength(3)
  })

  test('a link that was given up is not heard any more', async () => {
    const it = await openLive({ random: 0 })
    const old = it.last()
    old.end('server')
    await it.pass(100)
    old.say({ name: 'balance', payload: balance(9) })
    old.end('kicked')
    await it.last().welcome()
    expect(it.is('live')).toBe(true)
    expect(it.context().balance?.version).toBe(1)
  })
})

describe('while it is up', () => {
  test('tells matches when play is paused and goes on, by the word of the server it speaks to', async () => {
    const it = await openLive()
    const heard: boolean[] = []
    it.wire.listen((signal) => {
      if (signal.type === 'paused') heard.push(signal.paused)
    })
    it.last().say({ name: 'paused', payload: { paused: true } })
    it.last().say({ name: 'paused', payload: { paused: false } })
    expect(heard).toEqual([true, false])
    const first = it.last()
    first.say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    await it.last().welcome()
    first.say({ name: 'paused', payload: { paused: true } })
    expect(heard).toEqual([true, false])
  })

  test('older balances are dropped', async () => {
    const it = await openLive()
    for (const version of [3, 2, 4, 4, 1]) it.last().say({ name: 'balance', payload: balance(version) })
    expect(it.context().balance?.version).toBe(4)
  })

  test('what is said in the chat goes to anyone who shows it, and how much is unread is known before anyone does', async () => {
    const it = await openLive()
    const said: string[] = []
    it.wire.listen((signal) => {
      if (signal.type === 'chat') said.push(signal.message.name)
    })
    it.last().say({ name: 'chat.unread', payload: { count: 2 } })
    it.last().say({ name: 'chat.typing', payload: {} })
    it.last().say({ name: 'chat.staffed', payload: { staffed: true } })
    expect(it.context().unread).toBe(2)
    expect(said).toEqual(['chat.typing', 'chat.staffed'])
    it.last().end('server')
    await it.pass(2_000)
    await it.last().welcome()
    expect(it.context().unread).toBe(0)
  })

  test('the seat follows what the server says', async () => {
    const it = await openLive()
    it.last().say({ name: 'seated', payload: { seated: null } })
    expect(it.context().seated).toBeNull()
  })

  test('the server hears of it quickly at first, then often at a match and rarely elsewhere', async () => {
    const it = await openLive()
    const asked = () => it.last().asked.length
    expect(it.context()).toMatchObject({ offsetMs: 5_000, roundTripMs: 0 })
    await it.pass(2_000)
    expect(asked()).toBe(5)
    await it.pass(17_000)
    expect(asked()).toBe(5)
    await it.pass(3_000)
    expect(asked()).toBe(6)
    await it.atMatch()
    expect(asked()).toBe(7)
    await it.pass(10_000)
    expect(asked()).toBe(11)
    await it.atMatch('over')
    expect(asked()).toBe(12)
    await it.pass(17_000)
    expect(asked()).toBe(12)
  })

  test('how the server says that the match stands reaches those who listen', async () => {
    const it = await openLive()
    const match = { matchId, seq: 7, hash: 'hash-7' }
    const heard: unknown[] = []
    it.wire.listen((signal) => heard.push(signal))
    it.world.told = { match }
    await it.pass(400)
    expect(heard).toEqual([{ type: 'message', message: { name: 'match.beat', payload: match } }])
  })

  test('gaps that were repaired are reported once', async () => {
    const it = await openLive()
    it.wire.countGap()
    it.wire.countGap()
    await it.pass(1_000)
    const reported = it.last().asked.map(({ payload }) => (payload as { gaps?: number }).gaps)
    expect(reported.filter((gaps) => gaps !== undefined)).toEqual([2])
  })

  test('the lobby is watched as long as anyone wants it, and again after a break', async () => {
    const it = await openLive({ random: 0 })
    const names = () =>
      it
        .last()
        .asked.map(({ name }) => name)
        .filter((name) => name !== 'clock.ping')
    it.actor.send({ type: 'lobby.watch' })
    it.actor.send({ type: 'lobby.watch' })
    await settle()
    expect(names()).toEqual(['lobby.watch'])
    it.actor.send({ type: 'lobby.unwatch' })
    await settle()
    expect(names()).toEqual(['lobby.watch'])
    const digest = { at: 1, playing: 2, tables: [], wins: [], live: [] }
    it.last()
      .asked.find(({ name }) => name === 'lobby.watch')
      ?.answer({ code: 200, msg: 'ok', data: digest })
    await settle()
    expect(it.context().digest).toEqual(digest)
    it.last().end('server')
    await it.pass(100)
    await it.last().welcome()
    expect(names()).toEqual(['lobby.watch'])
    it.actor.send({ type: 'lobby.unwatch' })
    await settle()
    expect(names()).toEqual(['lobby.watch', 'lobby.unwatch'])
  })

  test('another release of the server asks for a reload', async () => {
    const it = await openLive({ random: 0 })
    it.last().end('server')
    await it.pass(100)
    await it.last().welcome({ release: 'two' })
    expect(it.context().updateReady).toBe(true)
  })

  test('a message that cannot be read makes matches resume, and ends nothing', async () => {
    const it = await openLive()
    it.last().tell({ type: 'bad', name: 'match.events', problem: 'nonsense' })
    await settle()
    expect(it.signals).toEqual(['up', 'doubt'])
    expect(it.is('live')).toBe(true)
  })

  test('an answer during which our clock was set says nothing of it: the server is asked once more', async () => {
    const it = await openLive()
    await it.pass(2_000)
    it.world.answersPings = false
    while (it.last().asked.length < 6) await it.pass(100)
    it.world.ahead = 3_600_000
    await it.surroundings('tab.woke')
    it.world.answersPings = true
    const serverAt = it.world.now() - it.world.ahead + 5_000
    it.last()
      .asked.at(-1)
      ?.answer({ code: 200, msg: 'ok', data: { sentAt: 0, serverAt } })
    await settle()
    expect(it.last().asked.length).toBe(7)
    expect(it.context()).toMatchObject({ offsetMs: 5_000 - 3_600_000, roundTripMs: 0 })
  })

  test('a tab that slept samples the clock again and resumes its matches', async () => {
    const it = await openLive()
    await it.pass(3_000)
    const before = it.last().asked.length
    await it.surroundings('tab.woke')
    expect(it.signals).toEqual(['up', 'doubt'])
    expect(it.last().asked.length).toBe(before + 1)
  })
})
