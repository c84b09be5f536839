import { openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { bodyCode, type Envelope } from '@minefall/shared/contracts'
import { type Answer, serverMessages } from '@minefall/shared/contracts/live'
import { playerCommit } from '@minefall/shared/fairness'
import { type MatchId, matchIdSchema } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { askCode, manyFromOneAddress, post, posted } from '../harness/accounts.ts'
import { type Server, startServer } from '../harness/server.ts'
import { headless, patient } from '../harness/settings.ts'
import { type Attacker, attacker, hex } from './attacker.ts'
import { manyAllowed } from './many-allowed.ts'

/** New guests that one address may make in an hour. */
const perAddress = 5

/** All that a guest may leave in the database. */
const tables = [
  'player',
  'account',
  'player_balance',
  'transfer',
  'entry',
  'hold',
  'connection_event',
] as const

const trial = { gameId: 'mines-trial', stake: '100', asset: 'trial' } as const
const waitSchema = z.object({ seconds: z.int().min(1) })
const foundSchema = z.object({ matchId: matchIdSchema })

describe('guests', () => {
  const databases = testServer()
  let server: Server
  let db: Awaited<ReturnType<typeof openDatabase>>
  const sockets: Attacker[] = []

  beforeAll(async () => {
    const url = await databases.fresh()
    server = await startServer({
      DATABASE_URL: url,
      ...manyFromOneAddress,
      ...manyAllowed,
      ...headless,
      ...patient,
      PRACTICE_FILL_MS: '600000',
      // Every address is what the connection's own header says.
      TRUSTED_PROXIES: '1',
      PUBLISHED_ON: '127.0.0.1',
      GUESTS_PER_ADDRESS_HOUR: String(perAddress),
    })
    db = await openDatabase({ url, log: silentLogger() })
  })
  afterAll(async () => {
    for (const socket of sockets) socket.end()
    await db?.close()
    await server?.remove()
  })

  const from = (address: string) => ({ port: server.port, headers: { 'x-forwarded-for': address } })
  const come = async (deviceId = hex(16), address = '203.0.113.1') => {
    const socket = await attacker(from(address), deviceId)
    sockets.push(socket)
    return socket
  }
  const welcomeOf = (socket: Attacker) => {
    const packet = socket.packets().find((one) => one.startsWith('42["welcome"')) ?? ''
    const [, told]: unknown[] = JSON.parse(packet.slice(2))
    return serverMessages.welcome.parse(told)
  }
  const rows = async () => {
    const counted = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await db.query<{ count: bigint }>(`select count(*) from ${table}`)
        return [table, Number(rows[0]?.count)] as const
      }),
    )
    return Object.fromEntries(counted)
  }
  const playersOf = async () =>
    (await db.query<{ name: string }>('select name from player order by name')).rows

  const sit = async (socket: Attacker): Promise<Envelope<unknown>> => {
    const found = await socket.ask('lobby.find', trial)
    if (found.code !== bodyCode.ok) return found
    const { matchId } = foundSchema.parse(found.data)
    const ref = hex(16)
    const commit = playerCommit(matchId, ref, hex(32))
    return socket.ask('match.sit', { commandId: hex(16), matchId, ref, commit })
  }

  test('300 sockets of devices that were never seen leave nothing in the database', async () => {
    const before = await rows()
    const names = new Set<string>()
    for (let nth = 0; nth < 300; nth++) {
      const address = nth % 3 === 0 ? `2001:db8:${nth.toString(16)}::1` : `198.51.100.${nth % 200}`
      const { player, balance, seated } = welcomeOf(await come(hex(16), address))
      expect({ kind: player.kind, trial: balance.trial, seated }).toEqual({
        kind: 'guest',
        trial: '1000',
        seated: null,
      })
      names.add(player.name)
    }
    // What connections do is reported in batches.
    expect(names.size).toBeGreaterThan(280)
    for (const socket of sockets.splice(0)) socket.end()
    expect(await rows()).toEqual(before)
  })

  test('a guest who looks around, follows and reads is not kept either', async () => {
    const before = await rows()
    const socket = await come()
    for (const [name, payload] of [
      ['lobby.watch', {}],
      ['tv.watch', {}],
      ['chat.open', {}],
      ['chat.history', { before: 10 }],
      ['chat.typing', {}],
      ['session.use', { token: null }],
    ] as const)
      expect({ name, code: (await socket.ask(name, payload)).code }).toEqual({ name, code: 200 })
    expect(await rows()).toEqual(before)
  })

  test('is one player with the seat, however many sockets of the device ask for it at once', async () => {
    const before = await rows()
    const deviceId = hex(16)
    const tabs = await Promise.all(Array.from({ length: 6 }, () => come(deviceId, '203.0.113.2')))
    const shown = tabs.map((tab) => welcomeOf(tab).player)
    expect(new Set(shown.map(({ name, avatar }) => `${name} ${avatar}`)).size).toBe(1)
    const answers = await Promise.all(tabs.map(sit))
    expect(answers.map(({ code }) => code)).toContain(bodyCode.ok)
    const after = await rows()
    expect({ player: after.player, balance: after.player_balance }).toEqual({
      player: (before.player ?? 0) + 1,
      balance: (before.player_balance ?? 0) + 1,
    })
    expect((await playersOf()).map(({ name }) => name)).toContain(shown[0]?.name)
    const again = welcomeOf(await come(deviceId, '203.0.113.2'))
    expect(again).toMatchObject({ player: shown[0], balance: { trial: '900', held: { trial: '100' } } })
    expect(again.seated).not.toBeNull()
  })

  test('stays the same over a SIGKILL, before there is a row and after', async () => {
    const deviceId = hex(16)
    const address = '203.0.113.3'
    const { player } = welcomeOf(await come(deviceId, address))
    await server.kill()
    await server.start()
    const back = await come(deviceId, address)
    expect(welcomeOf(back).player).toEqual(player)
    expect((await sit(back)).code).toBe(bodyCode.ok)
    await server.kill()
    await server.start()
    const seated = welcomeOf(await come(deviceId, address))
    expect(seated.player).toEqual(player)
    expect(seated.seated).not.toBeNull()
  })

  const register = async (deviceId: string, contact: string) => {
    const code = await askCode(server.url, contact, { 'x-device-id': deviceId })
    const login = { username: contact, type: 4, device_id: deviceId, code }
    return z
      .object({ nickname: z.string(), token: z.string() })
      .parse(await posted(server.url, 'index/login', login))
  }

  test('becomes the account with the name that was shown and the seat', async () => {
    const deviceId = hex(16)
    const socket = await come(deviceId, '203.0.113.4')
    const { player } = welcomeOf(socket)
    expect((await sit(socket)).code).toBe(bodyCode.ok)
    const { nickname, token } = await register(deviceId, 'seated@guests.example')
    expect(nickname).toBe(player.name)
    const used: Envelope<Answer<'session.use'>> = (await socket.ask('session.use', { token })) as never
    expect(used.data).toMatchObject({ player: { name: player.name, avatar: player.avatar, kind: 'player' } })
    expect(used.data?.seated).not.toBeNull()
  })

  test('becomes the account with the name that was shown before there was a row', async () => {
    const deviceId = hex(16)
    const { player } = welcomeOf(await come(deviceId, '203.0.113.5'))
    const { nickname } = await register(deviceId, 'unseated@guests.example')
    expect(nickname).toBe(player.name)
    // Connection events of players who have a row are stored in batches, at any time.
    const kept = async () => ({ ...(await rows()), connection_event: null })
    // The device's next guest is another one, and has no row either.
    const before = await kept()
    expect(welcomeOf(await come(deviceId, '203.0.113.5')).player.kind).toBe('guest')
    expect(await kept()).toEqual(before)
  })

  test('is kept with the first message to support, and with the first report', async () => {
    const before = (await rows()).player ?? 0
    const writer = await come(hex(16), '203.0.113.6')
    const message = { messageId: crypto.randomUUID(), text: 'Where is my seat?' }
    expect((await writer.ask('chat.send', message)).code).toBe(bodyCode.ok)
    expect((await rows()).player).toBe(before + 1)
    const report = { key: crypto.randomUUID(), category: 'match', text: 'It is stuck.', page: '/' }
    const headers = { 'x-device-id': hex(16), 'x-forwarded-for': '203.0.113.6' }
    expect((await post(server.url, 'support/report', report, { headers })).code).toBe(bodyCode.ok)
    expect((await rows()).player).toBe(before + 2)
  })

  /** How many devices that were never seen are given a seat from this address, and what the next one gets. */
  const fill = async (addressOf: (nth: number) => string, atMost: number) => {
    let matchId: MatchId | null = null
    for (let nth = 0; nth < atMost; nth++) {
      const socket = await come(hex(16), addressOf(nth))
      const answer = await sit(socket)
      if (answer.code !== bodyCode.ok) return { made: nth, answer, socket, matchId }
      ;({ matchId } = foundSchema.parse(answer.data))
    }
    return { made: atMost, answer: null, socket: null, matchId }
  }

  test('are limited for an address, and who is refused may look, follow and log in', async () => {
    const { made, answer, socket, matchId } = await fill(() => '192.0.2.1', 3 * perAddress)
    expect({ made, code: answer?.code }).toEqual({ made: perAddress, code: bodyCode.tooManyRequests })
    expect(waitSchema.parse(answer?.data).seconds).toBeGreaterThan(3_000)
    const before = await rows()
    const looking = { matchId, seq: null, unacknowledged: [] }
    expect((await socket?.ask('lobby.watch', {}))?.code).toBe(bodyCode.ok)
    expect((await socket?.ask('match.follow', looking))?.code).toBe(bodyCode.ok)
    expect((await rows()).player).toBe(before.player)
    const deviceId = hex(16)
    await come(deviceId, '192.0.2.1')
    await register(deviceId, 'refused@guests.example')
    const other = await come(hex(16), '192.0.2.2')
    expect((await sit(other)).code).toBe(bodyCode.ok)
  })

  test('are limited for a /64 as a whole, and for wider networks at more', async () => {
    const within64 = await fill((nth) => `2001:db8:aaaa:1::${(nth + 1).toString(16)}`, 3 * perAddress)
    expect(within64.made).toBe(perAddress)
    const within56 = await fill((nth) => `2001:db8:bbbb:${(nth + 1).toString(16)}::1`, 10 * perAddress)
    expect(within56.made).toBe(4 * perAddress)
  })
})
