import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { deskLivePath } from '@minefall/shared/contracts/desk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { chatMessage } from '../testing/scripted-platform.ts'
import { type Desk, type DeskUnderTest, deskUnderTest, settled, staff } from './testing.ts'

let at: DeskUnderTest

/** Opens a live connection without saying whose it is. */
const openUnsaid = async (from: string) => {
  const headers = {
    ...{ connection: 'upgrade', upgrade: 'websocket', 'x-forwarded-for': from },
    ...{ 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
  }
  const address = `${at.bff.address}${deskLivePath}?EIO=4&transport=websocket`
  const [, socket] = await once(request(address, { headers }).end(), 'upgrade')
  onTestFinished(() => socket.destroy())
}

const closes = (desk: Desk) => desk.got('close').map(({ code }) => code)

describe('a desk opens', () => {
  test('for the member of staff who has the token, and says whose it is', async () => {
    at = await deskUnderTest({ CLIENT_DIR: fileURLToPath(new URL('no-client', import.meta.url)) })
    const desk = at.desk('finance')
    expect(await desk.first('welcome')).toEqual({
      staff: staff.finance,
      serverAt: at.clock.now(),
      release: 'none',
    })
    expect(at.platform.asked['staff.identify']).toEqual([{ token: 'finance' }])
  })

  test.each([
    ['signed-out', 'no-one'],
    ['protocol', undefined],
    ['protocol', ''],
    ['protocol', 'x'.repeat(101)],
    ['protocol', { toString: 'admin' }],
  ])('not, but with %s, for the token %o', async (code, token) => {
    at = await deskUnderTest()
    const desk = at.desk(token)
    expect(await desk.first('close')).toMatchObject({ code })
    await desk.gone
    expect(desk.inbox).toHaveLength(1)
  })

  test('not while the platform is away', async () => {
    at = await deskUnderTest()
    at.platform.script['staff.identify'] = async () => refuse(bodyCode.unavailable, 'away')
    expect(await at.desk('admin').first('close')).toMatchObject({ code: 'server' })
  })

  test('from its own origin and the allowed ones alone', async () => {
    at = await deskUnderTest({ ALLOWED_ORIGINS: 'https://house.example' })
    const foreign = at.desk('admin', { headers: { origin: 'https://evil.example' } })
    expect(await foreign.gone).toBe('websocket error')
    for (const origin of [at.bff.address, 'https://house.example'])
      await at.desk('admin', { headers: { origin } }).first('welcome')
    const refused = 'minefall_desk_handshakes_refused_total'
    expect(await at.metric(refused, '{reason="origin"}')).toBe(1)
    expect(await at.metric('minefall_live_handshakes_refused_total', '{reason="origin"}')).toBe(0)
  })

  test('as often as an address and everyone together may have it open', async () => {
    at = await deskUnderTest({ DESK_SOCKETS_PER_ADDRESS: '2', DESK_SOCKETS: '3', TRUSTED_PROXIES: '1' })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    for (let n = 0; n < 2; n++) await at.desk('support', from('203.0.113.1')).first('welcome')
    await at.desk('admin', from('203.0.113.1')).gone
    await at.desk('admin', from('203.0.113.2')).first('welcome')
    expect(await at.desk('admin', from('203.0.113.3')).first('close')).toMatchObject({ code: 'server' })
    const refused = 'minefall_desk_handshakes_refused_total'
    expect(await at.metric(refused, '{reason="address-full"}')).toBe(1)
    // Players are counted for themselves.
    await at.welcomed()
  })

  test('however many connections strangers hold there', async () => {
    at = await deskUnderTest({ DESK_SOCKETS: '3', TRUSTED_PROXIES: '1' })
    for (let n = 1; n <= 3; n++) await openUnsaid(`203.0.113.${n}`)
    await at.desk('admin', { headers: { 'x-forwarded-for': '203.0.113.9' } }).first('welcome')
  })

  test('to strangers one after another, and at once to staff who are signed in', async () => {
    at = await deskUnderTest({ STRANGERS_PER_SECOND: '1' })
    await at.opened('admin')
    await at.desk('forged').first('close')
    const forged = ['forged-1', 'forged-2', 'forged-3']
    const desks = forged.map((token) => at.desk(token))
    const asked = () => {
      const tokens = at.platform.asked['staff.identify'].map(({ token }) => token)
      return forged.filter((token) => tokens.includes(token)).length
    }
    await Promise.any(desks.map((desk) => desk.first('close')))
    await at.opened('admin')
    expect(asked()).toBe(1)
    for (const count of [2, 3]) {
      await at.clock.advance(1_000)
      await eventually(() => expect(asked()).toBe(count))
    }
  })

  test('eight times for one person', async () => {
    at = await deskUnderTest()
    for (let n = 0; n < 8; n++) await at.opened('support')
    const ninth = at.desk('support')
    expect(await ninth.first('close')).toMatchObject({ code: 'kicked' })
    await ninth.gone
    await at.opened('admin')
  })

  test('to no one by the way of the others', async () => {
    at = await deskUnderTest()
    const tab = at.tab({ auth: { token: 'admin' } })
    expect(await tab.first('close')).toMatchObject({ code: 'protocol' })
    for (const path of ['/desk/socket.io', '/desk/socket.io/?EIO=4&transport=polling', '/socket.io/desk']) {
      const { status } = await fetch(`${at.bff.address}${path}`)
      expect([400, 404]).toContain(status)
    }
  })
})

describe('a desk that is open', () => {
  test('ends when its session does, within ten seconds, and others of the same person with it', async () => {
    at = await deskUnderTest()
    const [one, two, other] = [
      await at.opened('support'),
      await at.opened('support'),
      await at.opened('admin'),
    ]
    await at.clock.advance(10_000)
    await settled(one)
    expect(at.platform.asked['staff.identify'].map(({ token }) => token).slice(3)).toEqual([
      'support',
      'admin',
    ])
    at.ended.add('support')
    await at.clock.advance(10_000)
    for (const desk of [one, two]) {
      expect(await desk.first('close')).toMatchObject({ code: 'signed-out' })
      await desk.gone
    }
    await settled(other)
    expect(closes(other)).toEqual([])
  })

  test('stays for a minute while the platform can’t be asked, and no longer', async () => {
    at = await deskUnderTest()
    const desk = await at.opened('admin')
    const asked = at.platform.script['staff.identify']
    const away = async () => refuse<never>(bodyCode.timeout, 'late')
    at.platform.script['staff.identify'] = away
    for (let n = 0; n < 5; n++) await at.clock.advance(10_000)
    at.platform.script['staff.identify'] = asked
    await at.clock.advance(10_000)
    at.platform.script['staff.identify'] = away
    for (let n = 0; n < 5; n++) await at.clock.advance(10_000)
    await settled(desk)
    expect(closes(desk)).toEqual([])
    await at.clock.advance(10_000)
    expect(await desk.first('close')).toMatchObject({ code: 'server' })
  })

  test('opens again when its owner has another role', async () => {
    at = await deskUnderTest()
    const desk = await at.opened('finance')
    at.platform.script['staff.identify'] = async () => ok({ ...staff.finance, role: 'support' })
    await at.clock.advance(10_000)
    expect(await desk.first('close')).toMatchObject({ code: 'server' })
  })

  test('learns that this server goes', async () => {
    at = await deskUnderTest()
    const desk = await at.opened('admin')
    await at.bff.close()
    expect(await desk.first('close')).toMatchObject({ code: 'drain' })
  })

  test('is bounded in what it sends: rate, size and shape', async () => {
    at = await deskUnderTest({ LIVE_SOCKET_RATE: '1', LIVE_SOCKET_BURST: '6', LIVE_STRIKES: '2' })
    const desk = await at.opened('admin')
    const { loose, ask } = desk
    expect(await ask('presence', { at: 1 })).toMatchObject({ code: 1001 })
    expect(await ask('conversation.typing', { playerId: '' })).toMatchObject({
      code: 1001,
      data: { field: 'playerId' },
    })
    for (let n = 0; n < 4; n++) expect(await ask('connections.unwatch', {})).toMatchObject({ code: 200 })
    expect(await ask('connections.unwatch', {})).toMatchObject({ code: 1429, data: { seconds: 1 } })
    await at.clock.advance(1_000)
    expect(await loose.emitWithAck('match.open', {})).toMatchObject({ code: 1001 })
    expect(await desk.first('close')).toMatchObject({ code: 'protocol' })
    const huge = await at.opened('admin')
    huge.loose.emit('presence', { text: 'x'.repeat(100_000) })
    // By a reset, where not all of it was read.
    expect(await huge.gone).toMatch(/^transport (close|error)$/)
    expect(await at.metric('minefall_desk_malformed_total')).toBe(3)
  })
})

describe('what happens', () => {
  const published = async () => {
    at = await deskUnderTest()
    const desks = {
      support: await at.opened('support'),
      finance: await at.opened('finance'),
      admin: await at.opened('admin'),
    }
    const player = await at.welcomed()
    const [playerId, orderId] = ['someone', randomUUID()]
    const message = chatMessage(4, { author: 'player' })
    at.bus.publish('chat.message', playerId, message)
    at.bus.publish('chat.read', playerId, { by: 'player', seq: 3 })
    at.bus.publish('chat.typing', playerId, { by: 'player' })
    at.bus.publish('chat.typing', playerId, { by: 'staff' })
    at.bus.publish('desk.changed', null, { what: 'conversation', playerId })
    at.bus.publish('desk.changed', null, { what: 'orders', orderId })
    at.bus.publish('desk.changed', null, { what: 'reports' })
    at.bus.publish('desk.changed', null, { what: 'flags' })
    const conversations = [
      { name: 'conversation.message', payload: { playerId, message } },
      { name: 'conversation.read', payload: { playerId, by: 'player', seq: 3 } },
      { name: 'conversation.typing', payload: { playerId } },
      { name: 'conversation', payload: { playerId } },
    ]
    const orders = { name: 'orders', payload: { orderId } }
    const [reports, flags] = ['reports', 'flags'].map((name) => ({ name, payload: {} }))
    const newsOf = async (desk: Desk) => {
      await settled(desk)
      return desk.inbox.filter(({ name }) => name !== 'welcome' && name !== 'counts')
    }
    return { desks, player, newsOf, conversations, orders, reports, flags }
  }

  test('is sent to those alone whose role may read it', async () => {
    const { desks, player, newsOf, conversations, orders, reports, flags } = await published()
    const all = [...conversations, orders, reports, flags]
    expect(await newsOf(desks.support)).toEqual(all)
    expect(await newsOf(desks.admin)).toEqual(all)
    // Nothing of what players and support say to each other, nor of reports.
    expect(await newsOf(desks.finance)).toEqual([orders, flags])
    await player.ask('lobby.unwatch', {})
    expect(player.inbox.map(({ name }) => name)).toEqual(['welcome'])
  })

  test('shows in what waits: asked for at most once a second, and told where it is another figure', async () => {
    at = await deskUnderTest()
    const counts = { conversations: 1, deposits: 2, withdrawals: 3, reports: 4, flags: 5, proposals: 6 }
    at.platform.script['desk.counts'] = async () => ok({ ...counts })
    await at.clock.advance(60_000)
    expect(at.platform.asked['desk.counts']).toHaveLength(0)
    const admin = await at.opened('admin')
    expect(await admin.first('counts')).toEqual(counts)
    const finance = await at.opened('finance')
    expect(await finance.first('counts')).toEqual({ deposits: 2, withdrawals: 3, flags: 5 })
    counts.deposits = 9
    for (let n = 0; n < 20; n++) at.bus.publish('desk.changed', null, { what: 'flags' })
    at.bus.publish('chat.message', 'someone', chatMessage(1))
    await at.clock.advance(1_000)
    await eventually(() =>
      expect(finance.got('counts').at(-1)).toEqual({ deposits: 9, withdrawals: 3, flags: 5 }),
    )
    expect(at.platform.asked['desk.counts']).toHaveLength(2)
    at.bus.publish('desk.changed', null, { what: 'reports' })
    await at.clock.advance(1_000)
    await settled(admin)
    expect(admin.got('counts')).toEqual([{ ...counts, deposits: 2 }, counts])
    // News may get lost.
    counts.reports = 0
    await at.clock.advance(30_000)
    await eventually(() => expect(admin.got('counts').at(-1)).toEqual(counts))
    // While the bus is away they all do.
    at.line.cut()
    await at.clock.advance(2_000)
    counts.flags = 0
    at.line.mend()
    await at.clock.advance(1_000)
    await eventually(() => expect(admin.got('counts').at(-1)).toEqual(counts))
  })

  test('may be lost while the bus is away: each desk reads again a moment after it is back', async () => {
    at = await deskUnderTest()
    const desks = [await at.opened('support'), await at.opened('finance')]
    at.line.cut()
    await at.clock.advance(60)
    at.line.mend()
    await at.clock.advance(900)
    for (const desk of desks) {
      await settled(desk)
      expect(desk.got('missed')).toEqual([])
    }
    await at.clock.advance(1_100)
    for (const desk of desks) expect(await desk.first('missed')).toEqual({})
  })

  test('is not undone by what a slower node answers to an earlier question', async () => {
    at = await deskUnderTest()
    const counts = { conversations: 1, deposits: 2, withdrawals: 3, reports: 4, flags: 5, proposals: 6 }
    const answers: ((deposits: number) => void)[] = []
    at.platform.script['desk.counts'] = () =>
      new Promise((resolve) => {
        answers.push((deposits) => resolve(ok({ ...counts, deposits })))
      })
    const admin = await at.opened('admin')
    at.bus.publish('desk.changed', null, { what: 'flags' })
    await at.clock.advance(1_000)
    await eventually(() => expect(answers).toHaveLength(2))
    answers[1]?.(8)
    await at.clock.advance(0)
    answers[0]?.(7)
    await at.clock.advance(0)
    await settled(admin)
    expect(admin.got('counts').map(({ deposits }) => deposits)).toEqual([8])
  })

  test('at the desk gets the platform and the player: who is there, and that someone types', async () => {
    at = await deskUnderTest()
    const told: unknown[] = []
    at.bus.subscribe('chat.typing', null, (news, player) => void told.push({ player, ...news }))
    const [support, finance] = [await at.opened('support'), await at.opened('finance')]
    for (let n = 0; n < 3; n++)
      for (const desk of [support, finance]) expect(await desk.ask('presence', {})).toEqual(ok(null))
    expect(at.platform.asked['staff.present']).toEqual([{ staffId: staff.support.id, edge: 'edge-test' }])
    await at.clock.advance(10_000)
    await support.ask('presence', {})
    expect(at.platform.asked['staff.present']).toHaveLength(2)
    for (let n = 0; n < 3; n++)
      expect(await support.ask('conversation.typing', { playerId: 'p' })).toEqual(ok(null))
    expect(told).toEqual([{ player: 'p', by: 'staff' }])
    expect(await finance.ask('conversation.typing', { playerId: 'p' })).toMatchObject({ code: 1403 })
    expect(told).toHaveLength(1)
  })
})
