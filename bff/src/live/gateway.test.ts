import { IncomingMessage } from 'node:http'
import { queryObjects } from 'node:v8'
import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { protocolOldest, protocolVersion } from '@minefall/shared/contracts/live'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
import {
  closedWith,
  deviceA,
  deviceB,
  type EdgeUnderTest,
  edgeUnderTest,
} from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { commandId, identityOf, matchA, matchB, scriptedPlatform } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

describe('handshake', () => {
  test('welcomes anyone the platform knows, and tells no token or device', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    const welcome = await tab.first('welcome')
    expect(welcome).toMatchObject({ seated: null, serverAt: edge.clock.now(), release: expect.any(String) })
    expect(JSON.stringify(welcome)).not.toContain(deviceA)
    expect(edge.platform.asked['player.identify']).toEqual([{ deviceId: deviceA }])
  })

  test.each([
    ['an old protocol', { protocol: protocolOldest - 1, deviceId: deviceA, tab: '00'.repeat(8) }],
    ['no device', { protocol: protocolVersion, tab: '00'.repeat(8) }],
    ['a device that is none', { protocol: protocolVersion, deviceId: 'abc', tab: '00'.repeat(8) }],
    ['no tab', { protocol: protocolVersion, deviceId: deviceA }],
    ['nothing', {}],
  ])('ends %s with protocol', async (_name, auth) => {
    edge = await edgeUnderTest()
    const tab = edge.tab({ auth })
    expect(await closedWith(tab)).toBe('protocol')
    expect(tab.got('welcome')).toEqual([])
    expect(edge.platform.asked['player.identify']).toEqual([])
  })

  test('tells an old client to reload', async () => {
    edge = await edgeUnderTest()
    const { msg } = await edge.tab({ auth: { protocol: protocolOldest - 1 } }).first('close')
    expect(msg).toContain('1426')
    expect(msg).toContain('reload')
  })

  test.each([
    [bodyCode.unavailable, 'server'],
    [bodyCode.timeout, 'timeout'],
    [bodyCode.tokenInvalid, 'signed-out'],
    [bodyCode.tokenExpired, 'signed-out'],
  ] as const)('ends with what the platform’s %s means: %s', async (code, expected) => {
    edge = await edgeUnderTest()
    edge.platform.script['player.identify'] = async () => refuse(code, 'no')
    expect(await closedWith(edge.tab())).toBe(expected)
  })

  // Engine.io frames a text with 4; inside, socket.io's 0 asks to connect and its 1 leaves.
  const askAgain = `0${JSON.stringify({ protocol: protocolVersion, deviceId: deviceB, tab: '01'.repeat(8) })}`
  const streamEnds = (tab: ReturnType<EdgeUnderTest['tab']>) =>
    new Promise<void>((resolve) => {
      tab.loose.io.engine.once('close', () => resolve())
    })

  test('asks who it is once a connection: anyone who left and asks again over the same one is cut off', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    const ends = streamEnds(tab)
    for (const packet of ['1', askAgain]) tab.loose.io.engine.write(packet)
    await ends
    expect(edge.platform.asked['player.identify']).not.toContainEqual({ deviceId: deviceB })
  })

  test('asks who it is once a connection, also while the first answer is on its way', async () => {
    edge = await edgeUnderTest()
    edge.platform.script['player.identify'] = () => new Promise(() => undefined)
    const tab = edge.tab()
    await eventually(() => expect(edge.platform.asked['player.identify']).toEqual([{ deviceId: deviceA }]))
    const ends = streamEnds(tab)
    tab.loose.io.engine.write(askAgain)
    await ends
    expect(edge.platform.asked['player.identify']).toEqual([{ deviceId: deviceA }])
  })

  test('is forgotten with the request that it came with, so that no one pays for headers while they sit', async () => {
    edge = await edgeUnderTest()
    await edge.welcomed()
    const kept = () => Number(queryObjects(IncomingMessage))
    const before = kept()
    for (let n = 0; n < 3; n++) await edge.welcomed()
    // Some of what other tests left may have been let go as well by now.
    await expect.poll(kept).toBeLessThanOrEqual(before)
  })

  test('passes the token on', async () => {
    edge = await edgeUnderTest()
    const tab = edge.tab({
      auth: { protocol: protocolVersion, deviceId: deviceA, tab: '00'.repeat(8), token: 'the-token' },
    })
    await tab.first('welcome')
    expect(edge.platform.asked['player.identify']).toEqual([{ deviceId: deviceA, token: 'the-token' }])
  })

  test('takes all who show a token at once, as after a restart, until one of their network is refused', async () => {
    edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
    const { clock, platform } = edge
    const comes = (token: string) =>
      edge.tab({ auth: { protocol: protocolVersion, deviceId: deviceA, tab: '00'.repeat(8), token } })
    await Promise.all(['one', 'two', 'three'].map((token) => comes(token).first('welcome')))
    platform.script['player.identify'] = async () => refuse(bodyCode.tokenInvalid, 'no')
    expect(await closedWith(comes('forged'))).toBe('signed-out')
    // The first takes the turn; the second waits, and a session known from before passes it.
    expect(await closedWith(comes('forged'))).toBe('signed-out')
    const second = comes('second')
    expect(await closedWith(comes('one'))).toBe('signed-out')
    const asked = () => platform.asked['player.identify'].map(({ token }) => token)
    expect(asked()).not.toContain('second')
    await clock.advance(1_000)
    expect(await closedWith(second)).toBe('signed-out')
    expect(asked()).toContain('second')
  })

  test('refuses other origins, and takes its own and the allowed ones', async () => {
    edge = await edgeUnderTest({ ALLOWED_ORIGINS: 'https://play.example' })
    const stranger = edge.tab({ headers: { origin: 'https://evil.example' } })
    expect(await stranger.gone).toBe('websocket error')
    await edge.tab({ headers: { origin: edge.bff.address } }).first('welcome')
    await edge.tab({ headers: { origin: 'https://play.example' } }).first('welcome')
    expect(await edge.metric('minefall_live_handshakes_refused_total', '{reason="origin"}')).toBe(1)
  })

  test('speaks WebSocket alone', async () => {
    edge = await edgeUnderTest()
    const polling = await fetch(`${edge.bff.address}/socket.io/?EIO=4&transport=polling`)
    expect(polling.status).toBe(400)
    expect((await fetch(`${edge.bff.address}/socket.io/socket.io.js`)).status).toBe(400)
  })

  test('bounds the sockets of an address, how fast they come, and those of a player', async () => {
    edge = await edgeUnderTest({ LIVE_SOCKETS_PER_ADDRESS: '3', LIVE_SOCKETS_PER_PLAYER: '2' })
    await edge.welcomed()
    await edge.welcomed()
    const third = edge.tab()
    expect(await closedWith(third)).toBe('kicked')
    await edge.welcomed({ deviceId: deviceB })
    const fourth = edge.tab({ deviceId: deviceB })
    expect(await fourth.gone).toBe('websocket error')
    expect(await edge.metric('minefall_live_handshakes_refused_total', '{reason="address-full"}')).toBe(1)
  })

  test('bounds handshakes a minute', async () => {
    edge = await edgeUnderTest({ LIVE_HANDSHAKES_PER_MINUTE: '1' })
    await edge.welcomed()
    expect(await edge.tab().gone).toBe('websocket error')
    await edge.clock.advance(60_000)
    await edge.welcomed()
  })

  test('an address pays in handshakes for a connection closed for what it sent', async () => {
    edge = await edgeUnderTest({
      LIVE_HANDSHAKES_PER_MINUTE: '60',
      LIVE_OFFENCE_HANDSHAKES: '60',
      LIVE_STRIKES: '1',
    })
    const offender = await edge.welcomed()
    const closed = closedWith(offender)
    for (let n = 0; n < 2; n++) void offender.ask('lobby.unwatch', { unknown: true })
    expect(await closed).toBe('protocol')
    expect(await edge.tab().gone).toBe('websocket error')
    await edge.clock.advance(2_000)
    await edge.welcomed()
  })
})

describe('a player’s sockets', () => {
  test('a newer socket of the same tab replaces the older; another tab does not', async () => {
    edge = await edgeUnderTest()
    const first = await edge.welcomed({ tab: '01'.repeat(8) })
    const other = await edge.welcomed({ tab: '02'.repeat(8) })
    await edge.welcomed({ tab: '01'.repeat(8) })
    expect(await closedWith(first)).toBe('replaced')
    expect(other.socket.connected).toBe(true)
    expect(await edge.metric('minefall_live_sockets')).toBe(2)
    expect(await edge.metric('minefall_live_players')).toBe(1)
  })

  test('an older socket of a tab that is let in late, as over a network it has left, replaces nothing', async () => {
    edge = await edgeUnderTest()
    const answers: (() => void)[] = []
    edge.platform.script['player.identify'] = ({ deviceId }) =>
      new Promise((resolve) => answers.push(() => resolve(ok(identityOf(deviceId)))))
    const left = edge.tab({ tab: '01'.repeat(8) })
    await eventually(() => expect(answers).toHaveLength(1))
    const back = edge.tab({ tab: '01'.repeat(8) })
    await eventually(() => expect(answers).toHaveLength(2))
    answers[1]?.()
    await back.first('welcome')
    answers[0]?.()
    expect(await closedWith(left)).toBe('replaced')
    expect((await back.settled()).code).toBe(200)
    expect(await edge.metric('minefall_live_sockets')).toBe(1)
  })

  test('the same tab id of another player replaces nothing', async () => {
    edge = await edgeUnderTest()
    const first = await edge.welcomed({ tab: '01'.repeat(8) })
    await edge.welcomed({ tab: '01'.repeat(8), deviceId: deviceB })
    expect((await first.ask('lobby.unwatch', {})).code).toBe(200)
  })

  test('balances reach every tab of their player, older versions none', async () => {
    edge = await edgeUnderTest()
    const [one, two, stranger] = [
      await edge.welcomed(),
      await edge.welcomed(),
      await edge.welcomed({ deviceId: deviceB }),
    ]
    const { balance } = await one.first('welcome')
    edge.bus.publish('player.balance', deviceA, { ...balance, version: 3, trial: '900' })
    edge.bus.publish('player.balance', deviceA, { ...balance, version: 2, trial: '700' })
    edge.bus.publish('player.seated', deviceA, { seated: { matchId: matchA, gameId: 'mines-trial' } })
    for (const tab of [one, two]) {
      expect(await tab.first('seated')).toEqual({ seated: { matchId: matchA, gameId: 'mines-trial' } })
      expect(tab.got('balance')).toEqual([{ ...balance, version: 3, trial: '900' }])
    }
    expect((await stranger.ask('lobby.unwatch', {})).code).toBe(200)
    expect(stranger.got('balance')).toEqual([])
  })

  test('a balance that a new tab is welcomed with reaches the others, though it is published later', async () => {
    edge = await edgeUnderTest()
    const one = await edge.welcomed()
    const { balance } = await one.first('welcome')
    const newest = { ...balance, version: 7, trial: '1400' }
    edge.platform.script['player.identify'] = async () => ok({ ...identityOf(deviceA), balance: newest })
    const two = await edge.welcomed()
    expect((await two.first('welcome')).balance).toEqual(newest)
    edge.bus.publish('player.balance', deviceA, newest)
    expect(await one.first('balance')).toEqual(newest)
    expect((await two.ask('lobby.unwatch', {})).code).toBe(200)
    expect(one.got('balance')).toEqual([newest])
    expect(two.got('balance')).toEqual([])
  })

  test('what changed between the answer and the subscription is found out', async () => {
    edge = await edgeUnderTest()
    const { script } = edge.platform
    const tab = await edge.welcomed()
    const { balance } = await tab.first('welcome')
    const identity = identityOf(deviceA)
    const seated = { matchId: matchA, gameId: 'mines-trial' }
    script['player.identify'] = async () => ok({ ...identity, seated, balance: { ...balance, version: 7 } })
    await edge.clock.advance(2_000)
    expect(await tab.first('balance')).toEqual({ ...balance, version: 7 })
    expect(await tab.first('seated')).toEqual({ seated })
    await edge.clock.advance(10_000)
    expect(edge.platform.asked['player.identify']).toHaveLength(2)
    expect((await tab.ask('lobby.unwatch', {})).code).toBe(200)
    expect(tab.inbox.map(({ name }) => name)).toEqual(['welcome', 'balance', 'seated'])
  })

  test('the platform can end them all', async () => {
    edge = await edgeUnderTest()
    const tabs = [await edge.welcomed(), await edge.welcomed()]
    const stranger = await edge.welcomed({ deviceId: deviceB })
    edge.bus.publish('player.close', deviceA, { code: 'signed-out', msg: 'logged out' })
    for (const tab of tabs) expect(await closedWith(tab)).toBe('signed-out')
    expect(stranger.socket.connected).toBe(true)
    expect(await edge.metric('minefall_live_closes_total', '{code="signed-out"}')).toBe(2)
  })

  test('the platform can end those of one session, whichever of its tokens they came with', async () => {
    edge = await edgeUnderTest()
    const [session, other] = ['5a'.repeat(16), '5b'.repeat(16)]
    const auth = (token: string, tab: string) => ({
      auth: { protocol: protocolVersion, deviceId: deviceA, tab: tab.repeat(8), token },
    })
    const ended = [edge.tab(auth(`${session}.1.mac`, 'a1')), edge.tab(auth(`${session}.2.mac`, 'a2'))]
    // It came as the guest that the account was made of: it had no session to end.
    const before = await edge.welcomed()
    const staying = [edge.tab(auth(`${other}.1.mac`, 'a3')), await edge.welcomed({ deviceId: deviceB })]
    for (const tab of [...ended, ...staying]) await tab.first('welcome')
    edge.bus.publish('player.close', deviceA, { code: 'signed-out', msg: 'logged out', session })
    for (const tab of [...ended, before]) expect(await closedWith(tab)).toBe('signed-out')
    expect(staying.map(({ socket }) => socket.connected)).toEqual([true, true])
  })
})

describe('commands', () => {
  test('are passed on with who sends them, and answered with what the platform says', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    const from = { addressGroup: '127.0.0.1', deviceId: deviceA }
    const sit = { commandId, matchId: matchA, ref: '0d'.repeat(16), commit: '0e'.repeat(32) }
    // Where a client says that it comes from is not heard.
    const elsewhere = { addressGroup: '203.0.113.7', deviceId: '1b'.repeat(16) }
    expect((await tab.ask('match.sit', { ...sit, from: elsewhere })).code).toBe(1001)
    expect(await tab.ask('match.sit', sit)).toEqual(ok({ matchId: matchA, seq: 0, seat: 0 }))
    expect(edge.platform.asked['match.sit']).toEqual([
      { playerId: deviceA, session: null, from, edge: 'edge-test', ...sit },
    ])
    edge.platform.script['match.reveal'] = async () => refuse(bodyCode.wrongSeed, 'wrong seed')
    const reveal = { commandId, matchId: matchA, seed: '0f'.repeat(32) }
    expect(await tab.ask('match.reveal', reveal)).toEqual(refuse(bodyCode.wrongSeed, 'wrong seed'))
    const queue = { gameId: 'mines-trial', stake: '100', asset: 'trial' }
    expect((await tab.ask('lobby.find', queue)).code).toBe(200)
    expect((await tab.ask('lobby.host', queue)).data).toMatchObject({ matchId: matchB })
    expect(edge.platform.asked['lobby.host']).toEqual([{ playerId: deviceA, session: null, from, ...queue }])
    expect(edge.platform.asked['lobby.find']).toEqual([{ playerId: deviceA, from, ...queue }])
    expect((await tab.ask('match.leave', { commandId, matchId: matchA })).code).toBe(200)
    expect((await tab.ask('match.rematch', { matchId: matchA })).code).toBe(200)
    expect(await edge.metric('minefall_live_refusals_total', '{code="1310"}')).toBe(1)
  })

  test('that may need a proof tell the session of the token that the socket was identified by', async () => {
    edge = await edgeUnderTest()
    const session = '5a'.repeat(16)
    const token = `${session}.3.mac`
    const tab = edge.tab({
      auth: { protocol: protocolVersion, deviceId: deviceA, tab: 'a1'.repeat(8), token },
    })
    await tab.first('welcome')
    const queue = { gameId: 'mines-duel', stake: '100', asset: 'coin' }
    await tab.ask('lobby.host', queue)
    await tab.ask('match.sit', { commandId, matchId: matchA, ref: '0d'.repeat(16), commit: '0e'.repeat(32) })
    await tab.ask('match.rematch', { matchId: matchA })
    const { asked } = edge.platform
    for (const [request] of [asked['lobby.host'], asked['match.sit'], asked['match.rematch']])
      expect(request).toMatchObject({ playerId: deviceA, session })
    // What a client says of it is not heard.
    expect((await tab.ask('lobby.host', { ...queue, session: '5b'.repeat(16) })).code).toBe(1001)
    expect(asked['lobby.host']).toHaveLength(1)
    await tab.ask('session.use', { token: `${'5c'.repeat(16)}.1.mac` })
    await tab.ask('lobby.host', queue)
    expect(asked['lobby.host'].at(-1)).toMatchObject({ session: '5c'.repeat(16) })
  })

  test('private tables are asked for so often a minute and no more, over all tabs', async () => {
    edge = await edgeUnderTest({ LIVE_HOSTS_PER_MINUTE: '2' })
    const [one, two] = [await edge.welcomed(), await edge.welcomed()]
    const queue = { gameId: 'mines-duel', stake: '10', asset: 'coin' }
    expect((await one.ask('lobby.host', queue)).code).toBe(200)
    expect((await two.ask('lobby.host', queue)).code).toBe(200)
    expect(await one.ask('lobby.host', queue)).toMatchObject({ code: 1429, data: { seconds: 30 } })
    expect(edge.platform.asked['lobby.host']).toHaveLength(2)
    await edge.clock.advance(30_000)
    expect((await two.ask('lobby.host', queue)).code).toBe(200)
  })

  test('seats are looked for and taken so often a minute and no more, over all tabs', async () => {
    edge = await edgeUnderTest({ LIVE_SITS_PER_MINUTE: '3' })
    const [one, two] = [await edge.welcomed(), await edge.welcomed()]
    const queue = { gameId: 'mines-duel', stake: '10', asset: 'coin' }
    const sit = { commandId, matchId: matchA, ref: '01'.repeat(16), commit: '02'.repeat(32) }
    expect((await one.ask('lobby.find', queue)).code).toBe(200)
    expect((await one.ask('match.sit', sit)).code).toBe(200)
    expect((await two.ask('match.leave', { commandId, matchId: matchA })).code).toBe(200)
    expect((await two.ask('match.sit', sit)).code).toBe(200)
    expect(await one.ask('match.sit', sit)).toMatchObject({ code: 1429, data: { seconds: 20 } })
    expect((await two.ask('lobby.find', queue)).code).toBe(1429)
    const { asked } = edge.platform
    expect([asked['lobby.find'].length, asked['match.sit'].length]).toEqual([1, 2])
    await edge.clock.advance(20_000)
    expect((await two.ask('match.sit', sit)).code).toBe(200)
  })

  test('a move carries the median round trip and its deadline', async () => {
    edge = await edgeUnderTest({ LIVE_REQUEST_MS: '4000' })
    const tab = await edge.welcomed()
    for (const roundTripMs of [80, 5_000, 90, 100, 70]) {
      const answer = await tab.ask('clock.ping', { sentAt: 5, roundTripMs, gaps: 1 })
      expect(answer).toEqual(ok({ sentAt: 5, serverAt: edge.clock.now() }))
    }
    const open = { commandId, matchId: matchA, turn: 3, tile: 7 }
    await tab.ask('match.open', open)
    expect(edge.platform.asked['match.open']).toEqual([
      { playerId: deviceA, roundTripMs: 90, until: edge.clock.now() + 4_000, ...open },
    ])
    expect(await edge.metric('minefall_live_gaps_reported_total')).toBe(5)
  })

  test('a platform that is gone is reported as 1503 and nothing breaks', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    await edge.bus.close()
    const answer = tab.ask('match.open', { commandId, matchId: matchA, turn: 3, tile: 7 })
    await tab.settled()
    await edge.clock.advance(4_000)
    expect((await answer).code).toBe(bodyCode.unavailable)
    expect(tab.socket.connected).toBe(true)
  })
})

describe('pings', () => {
  test('come once an hour to who speaks all the time, since without any its library takes the connection for dead', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    const heard: string[] = []
    tab.loose.io.engine.on('packet', ({ type }) => heard.push(type))
    const talk = async (minutes: number) => {
      for (let third = 0; third < 3 * minutes; third++) {
        await edge.clock.advance(20_000)
        await tab.ask('clock.ping', { sentAt: third })
      }
      return heard.filter((type) => type === 'ping').length
    }
    expect(await talk(59)).toBe(0)
    expect(await talk(2)).toBe(1)
    expect(await talk(58)).toBe(1)
    expect(await talk(3)).toBe(2)
    expect(tab.socket.connected).toBe(true)
  })

  test('an unanswered one shows the seat as weak, then ends the socket as timeout', async () => {
    edge = await edgeUnderTest({ LIVE_PING_TIMEOUT_MS: '5000' })
    edge.platform.seqs.set(matchA, 1)
    edge.platform.seats.set(deviceA, 0)
    const tab = await edge.welcomed()
    await tab.ask('match.follow', { matchId: matchA, seq: null, unacknowledged: [] })
    await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq: 1 } })
    const presence = () => edge.platform.asked['match.presence'].map((report) => report.presence)
    expect(presence()).toEqual(['here'])
    const pinged = new Promise<void>((resolve) => {
      // The page hears the ping and never answers, as a frozen one would.
      tab.loose.io.engine.on('packet', ({ type }) => {
        if (type === 'ping') resolve()
      })
      tab.loose.io.engine.transport.send = () => {}
    })
    await edge.clock.advance(2_700)
    await pinged
    expect(presence()).toEqual(['here'])
    await edge.clock.advance(4_100)
    expect(presence()).toEqual(['here', 'weak'])
    await edge.clock.advance(1_000)
    await eventually(async () =>
      expect(await edge.metric('minefall_live_closes_total', '{code="timeout"}')).toBe(1),
    )
    await edge.clock.advance(1_000)
    expect(presence()).toEqual(['here', 'weak', 'gone'])
  })

  test('come in time and are waited for no longer, though the clock is set back', async () => {
    const [bus, clock] = [inProcessBus({ log: silentLogger() }), manualClock()]
    let behindMs = 0
    const told = { ...clock, now: () => clock.now() - behindMs }
    const ground = { bus, clock: told, platform: scriptedPlatform(bus, told) }
    edge = await edgeUnderTest({ LIVE_PING_TIMEOUT_MS: '5000' }, ground)
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq: 1 } })
    let pings = 0
    tab.loose.io.engine.on('packet', ({ type }) => {
      if (type === 'ping') pings += 1
    })
    tab.loose.io.engine.transport.send = () => {}
    behindMs = 3_600_000
    await clock.advance(2_700 + 2_700)
    await eventually(() => expect(pings).toBe(1))
    behindMs = 7_200_000
    await clock.advance(5_100 + 5_100)
    await tab.gone
    expect(await edge.metric('minefall_live_closes_total', '{code="timeout"}')).toBe(1)
    await edge.bff.close()
    await bus.close()
  })
})
