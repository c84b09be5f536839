import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { testServer } from '@minefall/platform/testing'
import { balanceAnswerSchema } from '@minefall/shared/contracts/rest'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askCode, bearer, get, post, signInByCode } from '../harness/accounts.ts'
import { type InProcess, startInProcess } from '../harness/in-process.ts'
import { connectPlayer, type Player, reachOwnTurn, type Seeds } from '../harness/player.ts'
import { longTurns } from '../harness/server.ts'
import { told, welcomeOf } from '../harness/told.ts'

const postgres = testServer()
/** A platform with two BFFs, `here` and `there`. */
let world: InProcess
let here: string
let there: string
/** How far the platform's clock is ahead, in milliseconds. */
let ahead = 0

beforeAll(async () => {
  world = await startInProcess({
    url: await postgres.fresh(),
    prepare: longTurns,
    settings: { PRACTICE_FILL_MS: '50', PRACTICE_THINK_MIN_MS: '10', PRACTICE_THINK_MAX_MS: '20' },
    edges: ['here', 'there'],
    ahead: () => ahead,
  })
  ;[here, there] = world.addresses as [string, string]
})

const players: Player[] = []
afterEach(() => {
  for (const player of players.splice(0)) player.leave()
})
afterAll(() => world?.close())

const connect = async (
  url: string,
  { deviceId, seeds, token }: { deviceId?: string; seeds?: Seeds; token?: string } = {},
): Promise<Player> => {
  const player = await connectPlayer(url, deviceId, seeds, token)
  players.push(player)
  return player
}

const use = async (player: Player, token: string | null) => {
  const { code, data } = await player.ask('session.use', { token })
  if (!data) throw new Error(`session.use: ${code}`)
  return data
}
const isUp = async (player: Player) => (await player.ask('lobby.unwatch', {})).code === 200
const closeOf = async (player: Player) => {
  await expect.poll(() => told(player, 'close')[0]?.code ?? null).toBe('signed-out')
  await expect.poll(() => player.socket.connected).toBe(false)
}

type Session = { token: string; deviceId: string }
/** Signs in on a device, a new one by default. */
const signIn = async (url: string, contact: string, deviceId = randomBytes(16).toString('hex')) => ({
  ...(await signInByCode(url, { contact, deviceId })),
  deviceId,
})
const call = ({ token }: Pick<Session, 'token'>, path: string, body: object = {}) =>
  post(here, path, body, { headers: bearer(token) })
const read = async (token: string, path: string) => (await get(here, path, bearer(token))).data

let count = 0
/** A new email address. */
const newContact = () => `live${++count}@home.example`

describe('a guest in a live trial', () => {
  test('who registers stays in the match, over the same socket, and the account owns what they win', async () => {
    const player = await connect(here)
    const { matchId } = await reachOwnTurn(player)
    const [{ id }, seat] = [player.socket, player.seat()]
    const { token, id: playerId } = await signIn(here, newContact(), player.deviceId)
    const { player: view, seated } = await use(player, token)
    expect(view).toMatchObject({ kind: 'player', name: welcomeOf(player)?.player.name })
    expect(seated?.matchId).toBe(matchId)
    expect(player.socket.id).toBe(id)
    await player.follow(matchId)
    expect(player.seat()).toBe(seat)
    expect((await player.open(firstClosed(player))).code).toBe(200)
    await player.play()
    await expect.poll(() => told(player, 'seated').at(-1)).toEqual({ seated: null })
    // What the account stakes is sent to it, with the version that REST tells too.
    const before = told(player, 'balance').length
    await player.join('mines-trial', '100', 'trial')
    await expect.poll(() => told(player, 'balance').length).toBeGreaterThan(before)
    await player.until(({ phase }) => phase !== 'gathering' && phase !== 'locking')
    const isSame = async () => {
      const data = await read(token, 'user/getBalance')
      const { coins: _shown, ...owned } = balanceAnswerSchema.parse(data)
      return isDeepStrictEqual(owned, told(player, 'balance').at(-1))
    }
    await expect.poll(isSame).toBe(true)
    expect(await read(token, 'user/getUserInfo')).toMatchObject({ id: playerId })
  })

  test('who signs in to an account that exists plays on, with the guest’s coins', async () => {
    const contact = newContact()
    await signIn(here, contact)
    const player = await connect(here)
    const guest = welcomeOf(player)
    const { matchId } = await reachOwnTurn(player)
    const [{ id }, seat] = [player.socket, player.seat()]
    const { token } = await signIn(here, contact, player.deviceId)
    const account = await use(player, token)
    expect(account.player).toMatchObject({ kind: 'player' })
    expect(account.player.name).not.toBe(guest?.player.name)
    expect(account.seated?.matchId).toBe(matchId)
    expect(player.socket.id).toBe(id)
    await player.follow(matchId)
    expect(player.seat()).toBe(seat)
    expect((await player.ask('match.emote', { matchId, emote: 'smile' })).code).toBe(200)
    expect((await player.open(firstClosed(player))).code).toBe(200)
    await player.play()
    await expect.poll(() => told(player, 'seated').at(-1)).toEqual({ seated: null })
    expect(await read(token, 'user/getBalance')).toMatchObject({ ...account.balance })
    const again = await use(player, null)
    expect(again.player).toEqual(guest?.player)
    // The stake was the guest's.
    expect(again.balance.version).toBeGreaterThan(guest?.balance.version ?? Number.NaN)
  })

  test('has the seat again as the account over a new socket, at this BFF and at another', async () => {
    const contact = newContact()
    await signIn(here, contact)
    const seeds: Seeds = new Map()
    const player = await connect(here, { seeds })
    const { deviceId } = player
    const { matchId } = await reachOwnTurn(player)
    const seat = player.seat()
    const { token } = await signIn(here, contact, deviceId)
    await use(player, token)
    const watcher = await connect(there)
    await watcher.follow(matchId)
    const presence = () => told(watcher, 'match.presence').at(-1)?.seats[seat ?? -1]
    let last = player
    for (const url of [here, there]) {
      last.leave()
      await expect.poll(presence).toBe('gone')
      const back = await connect(url, { deviceId, seeds, token })
      expect(welcomeOf(back)).toMatchObject({ player: { kind: 'player' }, seated: { matchId } })
      await back.follow(matchId)
      expect(back.seat()).toBe(seat)
      await expect.poll(presence).toBe('here')
      last = back
    }
    expect((await last.open(firstClosed(last))).code).toBe(200)
    await last.play()
    // Someone else's device has no part in it.
    const other = await connect(there, { token })
    expect(welcomeOf(other)).toMatchObject({ player: { kind: 'player' }, seated: null })
  })
})

const firstClosed = (player: Player): number => {
  const tile = player.state()?.board?.tiles.indexOf(null) ?? -1
  if (tile < 0) throw new Error('no closed tile')
  return tile
}

describe('signing in and out', () => {
  test('changes a socket in place: the account, and again the guest of the device', async () => {
    const player = await connect(here)
    const { id } = player.socket
    const contact = newContact()
    await signIn(there, contact)
    const { token } = await signIn(there, contact, player.deviceId)
    expect((await use(player, token)).player.kind).toBe('player')
    expect((await call({ token }, 'user/signout')).code).toBe(200)
    await closeOf(player)
    const back = await connect(here, { deviceId: player.deviceId })
    expect(welcomeOf(back)?.player).toEqual(welcomeOf(player)?.player)

    const second = await signIn(there, newContact())
    await use(back, second.token)
    const socketId = back.socket.id
    expect(await use(back, null)).toMatchObject({ player: welcomeOf(player)?.player })
    expect(back.socket.id).toBe(socketId)
    expect(socketId).not.toBe(id)
    // The session that was left is nothing to this socket any more.
    expect((await call(second, 'user/signout')).code).toBe(200)
    expect(await isUp(back)).toBe(true)
  })

  test('with a token that is worth nothing is refused, and the socket stays who it is', async () => {
    const player = await connect(here)
    const { token } = await signIn(here, newContact())
    await call({ token }, 'user/signout')
    for (const wrong of [token, 'nonsense'])
      expect((await player.ask('session.use', { token: wrong })).code).toBe(1501)
    expect((await player.ask('session.use', { token: null })).data?.player).toEqual(welcomeOf(player)?.player)
  })
})

describe('what changes of an account', () => {
  test('is sent to its sockets at every BFF, and to no others', async () => {
    const contact = newContact()
    const me = await signIn(here, contact)
    const sockets = [await connect(here, me), await connect(there, me)]
    const stranger = await connect(here)
    const names = () => sockets.map((one) => told(one, 'profile').at(-1)?.player)
    const change = async (path: string, body: object) => expect((await call(me, path, body)).code).toBe(200)

    await change('user/nickname', { nickname: 'Anna Live' })
    await expect.poll(names).toEqual(sockets.map(() => expect.objectContaining({ name: 'Anna Live' })))
    await change('user/modify', { avatarid: 'owl' })
    await expect.poll(names).toEqual(sockets.map(() => expect.objectContaining({ avatar: 'owl' })))
    await change('user/currency_edit', { currencycode: 'MYR' })
    const next = newContact()
    const verificationCode = await askCode(here, next, bearer(me.token))
    const ownCode = await askCode(here, contact, bearer(me.token))
    await change('user/emailupdate', { email: next, verificationCode, ownCode })
    await expect.poll(() => sockets.map((one) => told(one, 'profile').length)).toEqual([4, 4])
    expect(await isUp(stranger)).toBe(true)
    expect(told(stranger, 'profile')).toEqual([])
    expect(welcomeOf(await connect(there, me))?.player).toMatchObject({ name: 'Anna Live', avatar: 'owl' })
  })
})

describe('a session that ends closes its sockets with the reason, and no others', () => {
  /** An account signed in on two devices; the first has a socket at each BFF, and its guest has one too. */
  const twoDevices = async () => {
    const contact = newContact()
    const first = await signIn(here, contact)
    const second = await signIn(here, contact)
    const guest = await connect(here, { deviceId: first.deviceId })
    const ofFirst = [await connect(here, first), await connect(there, first)]
    const upgraded = await connect(there, { deviceId: first.deviceId })
    await use(upgraded, first.token)
    return {
      contact,
      first,
      second,
      guest,
      ofFirst: [...ofFirst, upgraded],
      other: await connect(there, second),
    }
  }
  const sessionOf = ({ token }: Session) => token.split('.')[0]

  test('when another device ends it', async () => {
    const { first, second, guest, ofFirst, other } = await twoDevices()
    expect((await call(second, 'user/sessionend', { sessionid: sessionOf(first) })).code).toBe(200)
    for (const socket of ofFirst) await closeOf(socket)
    expect([await isUp(guest), await isUp(other)]).toEqual([true, true])
    await expect(connect(here, first)).rejects.toThrow('signed-out')
  })

  test('when the password changes', async () => {
    const { contact, second, guest, ofFirst, other } = await twoDevices()
    const verificationCode = await askCode(here, contact, bearer(second.token))
    const body = { verificationCode, newPassword: 'giant hazel 7' }
    expect((await call(second, 'user/codepasswordchange', body)).code).toBe(200)
    for (const socket of ofFirst) await closeOf(socket)
    expect([await isUp(guest), await isUp(other)]).toEqual([true, true])
  })

  test('when someone signs out everywhere', async () => {
    const { second, guest, ofFirst, other } = await twoDevices()
    expect((await call(second, 'user/signouteverywhere')).code).toBe(200)
    for (const socket of [...ofFirst, other]) await closeOf(socket)
    expect(await isUp(guest)).toBe(true)
  })

  test('when a stolen token is used', async () => {
    const { first, guest, ofFirst, other } = await twoDevices()
    const { data } = await call(first, 'user/refreshToken')
    expect(data).toMatchObject({ token: expect.stringContaining(`${sessionOf(first)}.2.`) })
    const { token } = data as { token: string }
    expect((await get(here, 'user/getBalance', bearer(token))).code).toBe(200)
    ahead += 11_000
    expect((await call(first, 'user/refreshToken')).code).toBe(1501)
    for (const socket of ofFirst) await closeOf(socket)
    expect([await isUp(guest), await isUp(other)]).toEqual([true, true])
  })
})
