import { bodyCode } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import { deviceB, type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { commandId, matchA } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

const open = { commandId, matchId: matchA, turn: 0, tile: 0 }

describe('each message', () => {
  test('that fails is answered with its own id', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    edge.platform.script['match.open'] = async () => {
      throw new Error('on fire')
    }
    const ids: (string | undefined)[] = []
    for (let n = 0; n < 2; n++) {
      const { code, msg } = await tab.ask('match.open', open)
      expect(code).toBe(bodyCode.ourFault)
      ids.push(/^internal error, request ([0-9a-f-]{36})$/.exec(msg)?.[1])
    }
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(undefined)
  })
})

describe('malformed messages', () => {
  test.each([
    ['tile', { ...open, tile: 256 }],
    ['tile', { ...open, tile: '7' }],
    ['commandId', { ...open, commandId: 'x' }],
    ['matchId', { ...open, matchId: 'AA'.repeat(16) }],
    ['turn', { ...open, turn: undefined }],
    ['payload', { ...open, seat: 3 }],
    ['payload', null],
    ['payload', 'open'],
    ['payload', [open]],
    ['payload', 7],
  ])('name the field that is wrong (%s) and change nothing', async (field, payload) => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    const answer = await tab.ask('match.open', payload)
    expect(answer).toMatchObject({ code: bodyCode.badParameters, data: { field } })
    expect(edge.platform.asked['match.open']).toEqual([])
    expect((await tab.ask('lobby.unwatch', {})).code).toBe(200)
    expect(await edge.metric('minefall_live_malformed_total')).toBe(1)
  })

  test('unknown events, missing payloads, missing acknowledgements and binary ones are survived', async () => {
    edge = await edgeUnderTest()
    const { loose, ask } = await edge.welcomed()
    expect(await loose.emitWithAck('match.cheat', open)).toMatchObject({
      code: 1001,
      data: { field: 'event' },
    })
    expect(await loose.emitWithAck('constructor', {})).toMatchObject({ code: 1001, data: { field: 'event' } })
    expect(await loose.emitWithAck('match.open')).toMatchObject({ code: 1001, data: { field: 'payload' } })
    expect(await loose.emitWithAck('match.open', open, open)).toMatchObject({ data: { field: 'payload' } })
    expect(await loose.emitWithAck('match.open', Buffer.from('0123'))).toMatchObject({ code: 1001 })
    loose.emit('match.open', open)
    loose.emit('match.open')
    expect((await ask('lobby.unwatch', {})).code).toBe(200)
    expect(await edge.metric('minefall_live_malformed_total')).toBe(7)
    expect(edge.platform.asked['match.open']).toEqual([])
  })

  test('too many of them end the socket with protocol, and one is forgiven each ten seconds', async () => {
    edge = await edgeUnderTest({ LIVE_STRIKES: '3' })
    const tab = await edge.welcomed()
    for (let n = 0; n < 3; n++) await tab.ask('match.open', {})
    await edge.clock.advance(10_000)
    expect((await tab.ask('match.open', {})).code).toBe(bodyCode.badParameters)
    expect(tab.socket.connected).toBe(true)
    tab.loose.emit('match.open', {})
    expect(await tab.first('close')).toMatchObject({ code: 'protocol' })
    expect(await tab.gone).toBe('io server disconnect')
    expect(await edge.metric('minefall_live_closes_total', '{code="protocol"}')).toBe(1)
  })

  test('one above the limit of messages is refused, one above that of the transport ends the socket', async () => {
    edge = await edgeUnderTest({ LIVE_MESSAGE_BYTES: '1024', LIVE_TRANSPORT_BYTES: '4096' })
    const tab = await edge.welcomed()
    const answer = await tab.loose.emitWithAck('match.open', { ...open, note: 'x'.repeat(2_000) })
    expect(answer).toMatchObject({ code: 1001, data: { field: 'payload' } })
    expect(answer.msg).toContain('1024')
    tab.loose.emit('match.open', { ...open, note: 'x'.repeat(10_000) })
    // By a reset, where not all of it was read.
    expect(await tab.gone).toMatch(/^transport (close|error)$/)
    expect(tab.got('close')).toEqual([])
    await edge.welcomed()
  })

  test('what is no packet at all ends that socket alone', async () => {
    edge = await edgeUnderTest()
    const [bad, good] = [await edge.welcomed(), await edge.welcomed()]
    bad.loose.io.engine.write('2{"not": "an event"')
    await bad.gone
    expect((await good.ask('lobby.unwatch', {})).code).toBe(200)
  })

  test('a handler that throws answers 1500', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    edge.platform.script['match.open'] = () => Promise.reject(new Error('broken'))
    expect((await tab.ask('match.open', open)).code).toBe(bodyCode.ourFault)
    expect(tab.socket.connected).toBe(true)
  })
})

describe('too many messages', () => {
  test('are refused with the seconds to wait, and taken again after these', async () => {
    edge = await edgeUnderTest({ LIVE_SOCKET_RATE: '1', LIVE_SOCKET_BURST: '3' })
    const tab = await edge.welcomed()
    for (let n = 0; n < 3; n++) expect((await tab.ask('lobby.unwatch', {})).code).toBe(200)
    expect(await tab.ask('match.open', open)).toMatchObject({ code: 1429, data: { seconds: 1 } })
    expect(edge.platform.asked['match.open']).toEqual([])
    await edge.clock.advance(1_000)
    expect((await tab.ask('match.open', open)).code).toBe(200)
  })

  test('all tabs of a player draw on one allowance; another player has their own', async () => {
    edge = await edgeUnderTest({ LIVE_PLAYER_RATE: '1', LIVE_PLAYER_BURST: '2' })
    const [one, two] = [await edge.welcomed(), await edge.welcomed()]
    const other = await edge.welcomed({ deviceId: deviceB })
    expect((await one.ask('lobby.unwatch', {})).code).toBe(200)
    expect((await two.ask('lobby.unwatch', {})).code).toBe(200)
    expect((await one.ask('lobby.unwatch', {})).code).toBe(bodyCode.tooManyRequests)
    expect((await other.ask('lobby.unwatch', {})).code).toBe(200)
  })

  test('going on all the same is flooding, and ends the socket with kicked', async () => {
    edge = await edgeUnderTest({ LIVE_SOCKET_RATE: '1', LIVE_SOCKET_BURST: '1', LIVE_FLOOD_REFUSALS: '5' })
    const [flooder, quiet] = [await edge.welcomed(), await edge.welcomed({ deviceId: deviceB })]
    for (let n = 0; n < 7; n++) flooder.loose.emit('lobby.unwatch', {})
    expect(await flooder.first('close')).toMatchObject({ code: 'kicked' })
    await flooder.gone
    expect((await quiet.ask('lobby.unwatch', {})).code).toBe(200)
    expect(await edge.metric('minefall_live_closes_total', '{code="kicked"}')).toBe(1)
  })
})
