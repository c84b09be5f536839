import { bodyCode, type Envelope, ok, refuse } from '@minefall/shared/contracts'
import type { Identified } from '@minefall/shared/contracts/bus'
import { type Answer, protocolVersion } from '@minefall/shared/contracts/live'
import { beforeEach, describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { commandId, identityOf, matchA, matchB } from '../testing/scripted-platform.ts'

const anna = 'anna'
const annasSession = '5a'.repeat(16)
const annasToken = `${annasSession}.1.mac`
const seatedIn = { matchId: matchA, gameId: 'mines-trial' }

let edge: EdgeUnderTest
/** Whether the guest of device A has a seat in match A. */
let guestSits: boolean

const account = (): Identified => ({
  ...identityOf(anna),
  player: { name: 'Anna', avatar: 'a2', kind: 'player' },
  balance: { ...identityOf(anna).balance, version: 3, coin: '500' },
})
const guestOf = (deviceId: string): Identified => ({
  ...identityOf(deviceId),
  seated: deviceId === deviceA && guestSits ? seatedIn : null,
})

const started = async (env: Parameters<typeof edgeUnderTest>[0] = {}) => {
  edge = await edgeUnderTest(env)
  const { platform } = edge
  platform.seqs.set(matchA, 5)
  platform.seqs.set(matchB, 5)
  platform.script['player.identify'] = async ({ deviceId, token }) => {
    const { guest: _none, ...seated } = guestOf(deviceId)
    if (token === undefined) return ok(guestOf(deviceId))
    if (!token.startsWith(annasSession)) return refuse(bodyCode.tokenInvalid, 'no')
    return ok({ ...account(), guest: seated.seated ? seated : null })
  }
}
beforeEach(() => {
  guestSits = false
})

const use = (tab: Tab, token: string | null): Promise<Envelope<Answer<'session.use'>>> =>
  tab.ask('session.use', { token })
const withToken = (token: string, deviceId = deviceA) =>
  edge.tab({ auth: { protocol: protocolVersion, deviceId, tab: '0a'.repeat(8), token } })
const orderId = '01890000-0000-7000-8000-000000000001'
/** A guest with a seat in match A, who follows it. */
const seatedGuest = async () => {
  guestSits = true
  edge.platform.seats.set(deviceA, 2)
  const tab = await edge.welcomed()
  expect((await tab.follow()).data?.seat).toBe(2)
  return tab
}
const openTile = (tab: Tab, matchId = matchA) =>
  tab.ask('match.open', { commandId, matchId, turn: 1, tile: 1 })
const told = () => edge.platform.asked['match.presence'].map(({ playerId, presence }) => [playerId, presence])

/** From now on who someone is is answered when what this gives is called, one question after another. */
const holdIdentify = () => {
  const { script } = edge.platform
  const original = script['player.identify']
  const held: (() => void)[] = []
  script['player.identify'] = async (request) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return original(request)
  }
  return held
}

describe('signing in over a connection that is up', () => {
  test('makes it the account’s in place: answer, pushes, commands and counts', async () => {
    await started()
    const tab = await edge.welcomed()
    const { id } = tab.socket
    const answer = await use(tab, annasToken)
    const { player, seated, balance } = account()
    expect(answer).toMatchObject({ code: 200, data: { player, seated, balance } })
    expect(tab.socket.id).toBe(id)
    edge.bus.publish('player.balance', deviceA, { ...balance, version: 40 })
    edge.bus.publish('player.balance', anna, { ...balance, version: 4 })
    edge.bus.publish('player.profile', anna, { player: { ...player, name: 'Ann' } })
    edge.bus.publish('player.profile', deviceA, { player })
    edge.bus.publish('player.order', anna, { orderId, status: 'reviewing' })
    edge.bus.publish('player.order', deviceA, { orderId, status: 'completed' })
    await tab.settled()
    expect(tab.got('order')).toEqual([{ orderId, status: 'reviewing' }])
    expect(tab.got('balance').map(({ version }) => version)).toEqual([4])
    expect(tab.got('profile').map((one) => one.player.name)).toEqual(['Ann'])
    await openTile(tab)
    expect(edge.platform.asked['match.open'].at(-1)?.playerId).toBe(anna)
    expect(await edge.metric('minefall_live_players')).toBe(1)
  })

  test('and out again makes it the device’s guest', async () => {
    await started()
    const tab = await edge.welcomed()
    await use(tab, annasToken)
    const { data } = await use(tab, null)
    expect(data?.player).toEqual(identityOf(deviceA).player)
    expect(edge.platform.asked['player.identify'].at(-1)).toEqual({ deviceId: deviceA })
    edge.bus.publish('player.close', anna, { code: 'signed-out', msg: '', session: annasSession })
    expect((await tab.settled()).code).toBe(200)
  })

  test.each([bodyCode.tokenInvalid, bodyCode.tokenExpired, bodyCode.unavailable, bodyCode.timeout])(
    'refused with %s changes nothing',
    async (code) => {
      await started()
      const tab = await seatedGuest()
      const { script } = edge.platform
      script['player.identify'] = async () => refuse(code, 'no')
      expect(await use(tab, annasToken)).toEqual({ code, msg: 'no', data: null })
      await openTile(tab)
      expect(edge.platform.asked['match.open'].at(-1)?.playerId).toBe(deviceA)
      edge.bus.publish('player.seated', deviceA, { seated: null })
      expect(await tab.first('seated')).toEqual({ seated: null })
    },
  )

  test('holds the limit of a player’s sockets, and the one that is refused stays who it is', async () => {
    await started({ LIVE_SOCKETS_PER_PLAYER: '2' })
    const tabs = [await edge.welcomed(), await edge.welcomed(), await edge.welcomed({ deviceId: deviceB })]
    const answers = []
    for (const tab of tabs) answers.push(await use(tab, annasToken))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 1429])
    expect(answers[2]?.data).toEqual({ seconds: 10 })
    // Who is the account already may show its next token.
    expect((await use(tabs[0] as Tab, `${annasSession}.2.mac`)).code).toBe(200)
    edge.bus.publish('player.seated', deviceB, { seated: seatedIn })
    expect(await tabs[2]?.first('seated')).toEqual({ seated: seatedIn })
  })

  test('and out again renews none of a player’s limits', async () => {
    await started({ LIVE_CHATS_PER_MINUTE: '1' })
    const tab = await edge.welcomed()
    const chat = async (token: string | null) => {
      await use(tab, token)
      return (await tab.ask('chat.open', {})).code
    }
    const codes = [await chat(annasToken), await chat(null), await chat(annasToken), await chat(null)]
    expect(codes).toEqual([200, 200, 1429, 1429])
  })

  test('twice at once ends with the later one', async () => {
    await started()
    const tab = await edge.welcomed()
    const held = holdIdentify()
    const answers = [use(tab, annasToken), use(tab, null)]
    await eventually(() => expect(held).toHaveLength(1))
    held[0]?.()
    await eventually(() => expect(held).toHaveLength(2))
    held[1]?.()
    const kinds = (await Promise.all(answers)).map(({ data }) => data?.player.kind)
    expect(kinds).toEqual(['player', 'guest'])
    await openTile(tab)
    expect(edge.platform.asked['match.open'].at(-1)?.playerId).toBe(deviceA)
  })

  test('can’t be asked for without end while the platform is slow', async () => {
    await started()
    const tab = await edge.welcomed()
    const held = holdIdentify()
    const answers = Array.from({ length: 7 }, () => use(tab, annasToken))
    expect((await Promise.all(answers.slice(5))).map(({ code }) => code)).toEqual([1429, 1429])
    for (let asked = 0; asked < 5; asked++) {
      await eventually(() => expect(held).toHaveLength(asked + 1))
      held[asked]?.()
    }
    expect((await Promise.all(answers.slice(0, 5))).map(({ code }) => code)).toEqual(
      Array.from({ length: 5 }, () => 200),
    )
  })

  test('of a socket that is gone in the meantime leaves no one behind', async () => {
    await started()
    const tab = await edge.welcomed()
    const { script } = edge.platform
    let answer: (identified: Envelope<Identified>) => void = () => undefined
    script['player.identify'] = () => new Promise((resolve) => (answer = resolve))
    void use(tab, annasToken).catch(() => undefined)
    await eventually(() => expect(edge.platform.asked['player.identify']).toHaveLength(2))
    tab.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    answer(ok(account()))
    script['player.identify'] = async () => ok(guestOf(deviceB))
    await (await edge.welcomed()).settled()
    expect(await edge.metric('minefall_live_players')).toBe(1)
  })

  test('a follow under way is asked for once more, for the new player’s seat', async () => {
    await started()
    const tab = await edge.welcomed()
    edge.platform.seats.set(deviceA, 2)
    const { script } = edge.platform
    const original = script['match.resume']
    let answer = () => {}
    script['match.resume'] = async (request) => {
      if (request.playerId === deviceA) await new Promise<void>((resolve) => (answer = resolve))
      return original(request)
    }
    const following = tab.follow()
    await eventually(() => expect(edge.platform.asked['match.resume']).toHaveLength(1))
    await use(tab, annasToken)
    answer()
    expect((await following).data?.seat).toBeNull()
    expect(edge.platform.asked['match.resume'].map(({ playerId }) => playerId)).toEqual([deviceA, anna])
  })

  test('a seat that is left behind is reported gone after a second, and the new player’s own is learned by following', async () => {
    await started()
    const tab = await edge.welcomed()
    edge.platform.seats.set(deviceA, 2)
    edge.platform.seats.set(anna, 3)
    await tab.follow()
    await eventually(() => expect(told()).toEqual([[deviceA, 'here']]))
    // The platform tells of no seat of the guest: that match is over for them.
    await use(tab, annasToken)
    expect((await tab.ask('match.emote', { matchId: matchA, emote: 'wow' })).code).toBe(1308)
    expect((await tab.follow()).data?.seat).toBe(3)
    await edge.clock.advance(1_000)
    await eventually(() =>
      expect(told()).toEqual([
        [deviceA, 'here'],
        [anna, 'here'],
        [deviceA, 'gone'],
      ]),
    )
  })
})

describe('a guest with a seat who signs in', () => {
  test('plays on with it: commands, emotes, presence and the seat told are the guest’s in that match alone', async () => {
    await started()
    const tab = await seatedGuest()
    expect((await use(tab, annasToken)).data).toMatchObject({
      player: { kind: 'player' },
      seated: seatedIn,
    })
    const { asked } = edge.platform
    await openTile(tab)
    await openTile(tab, matchB)
    await tab.ask('match.sit', { commandId, matchId: matchA, ref: '01'.repeat(16), commit: '02'.repeat(32) })
    await tab.ask('match.reveal', { commandId, matchId: matchA, seed: '03'.repeat(32) })
    await tab.ask('match.leave', { commandId, matchId: matchA })
    await tab.ask('lobby.find', { gameId: 'mines-duel', stake: '10', asset: 'coin' })
    expect(asked['match.open'].map(({ playerId }) => playerId)).toEqual([deviceA, anna])
    expect([asked['match.sit'][0], asked['match.reveal'][0], asked['match.leave'][0]]).toMatchObject(
      Array.from({ length: 3 }, () => ({ playerId: deviceA })),
    )
    expect(asked['lobby.find'][0]?.playerId).toBe(anna)
    expect((await tab.follow()).data).toMatchObject({ seat: 0, asGuest: true })
    expect((await tab.ask('match.emote', { matchId: matchA, emote: 'wow' })).code).toBe(200)
    await edge.clock.advance(2_000)
    // Once more for the seat that was taken again.
    const here = [
      [deviceA, 'here'],
      [deviceA, 'here'],
    ]
    expect(told()).toEqual(here)
    tab.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    await edge.clock.advance(1_000)
    await eventually(() => expect(told()).toEqual([...here, [deviceA, 'gone']]))
    expect(await edge.metric('minefall_live_players')).toBe(0)
  })

  test('has it again over a new connection, and loses it with the match', async () => {
    await started()
    guestSits = true
    edge.platform.seats.set(deviceA, 2)
    const tab = withToken(annasToken)
    expect(await tab.first('welcome')).toMatchObject({ player: { kind: 'player' }, seated: seatedIn })
    expect((await tab.follow()).data?.seat).toBe(2)
    const { balance } = account()
    edge.bus.publish('player.balance', deviceA, { ...balance, version: 90 })
    edge.bus.publish('player.seated', deviceA, { seated: null })
    expect(await tab.first('seated')).toEqual({ seated: null })
    expect(tab.got('balance')).toEqual([])
    // A match of the guest in another tab is none of the account's.
    edge.bus.publish('player.seated', deviceA, { seated: { ...seatedIn, matchId: matchB } })
    edge.bus.publish('player.seated', anna, { seated: { ...seatedIn, matchId: matchB } })
    await tab.settled()
    expect(tab.got('seated').map(({ seated }) => seated?.matchId ?? null)).toEqual([null, null, matchB])
  })

  test('keeps it although the seat was being taken in the meantime', async () => {
    await started()
    const tab = await edge.welcomed()
    const { script, seats } = edge.platform
    let sit = () => {}
    script['match.sit'] = async ({ playerId, matchId }) => {
      await new Promise<void>((resolve) => (sit = resolve))
      guestSits = true
      seats.set(playerId, 4)
      return ok({ matchId, seq: 5, seat: 4 })
    }
    const sitting = tab.ask('match.sit', {
      commandId,
      matchId: matchA,
      ref: '01'.repeat(16),
      commit: '02'.repeat(32),
    })
    await eventually(() => expect(edge.platform.asked['match.sit']).toHaveLength(1))
    await use(tab, annasToken)
    sit()
    expect((await sitting).data?.seat).toBe(4)
    expect((await tab.follow()).data?.seat).toBe(4)
    await openTile(tab)
    expect(edge.platform.asked['match.open'].at(-1)?.playerId).toBe(deviceA)
  })

  test('shares the device’s guest with a tab that is not signed in', async () => {
    await started()
    const [signedIn, plain] = [await seatedGuest(), await edge.welcomed()]
    await use(signedIn, annasToken)
    edge.bus.publish('player.close', deviceA, { code: 'kicked', msg: 'by staff' })
    expect((await plain.first('close')).code).toBe('kicked')
    expect((await signedIn.settled()).code).toBe(200)
    expect(plain.got('seated')).toEqual([])
  })
})

describe('a guest who registers', () => {
  test('stays the same player: seat and follow go on, and the new session can be ended', async () => {
    await started()
    const tab = await seatedGuest()
    edge.platform.script['player.identify'] = async () =>
      ok({ ...guestOf(deviceA), player: { name: 'Anna', avatar: 'a2', kind: 'player' } })
    expect((await use(tab, annasToken)).data).toMatchObject({ player: { kind: 'player' }, seated: seatedIn })
    expect((await tab.follow()).data).toMatchObject({ seat: 2, asGuest: false })
    expect((await tab.ask('match.emote', { matchId: matchA, emote: 'wow' })).code).toBe(200)
    await edge.clock.advance(2_000)
    expect(told()).toEqual([[deviceA, 'here']])
    edge.bus.publish('player.close', deviceA, { code: 'signed-out', msg: '', session: annasSession })
    expect((await tab.first('close')).code).toBe('signed-out')
  })
})

test('a guest who registered before the second question keeps what is theirs', async () => {
  await started()
  const tab = await edge.welcomed()
  edge.platform.script['player.identify'] = async () =>
    ok({ ...guestOf(deviceB), seated: seatedIn, balance: { ...account().balance, version: 9 } })
  const asked = () => edge.platform.asked['player.identify'].length
  await edge.clock.advance(2_000)
  await eventually(() => expect(asked()).toBe(2))
  await tab.settled()
  expect([tab.got('balance'), tab.got('seated')]).toEqual([[], []])
})

describe('a change of session', () => {
  const asked = () => edge.platform.asked['player.identify'].length

  test('waits for a turn among strangers as coming in does: with no session, or a wrong one was shown', async () => {
    await started({ STRANGERS_PER_SECOND: '1' })
    const tab = await edge.welcomed()
    expect((await use(tab, annasToken)).code).toBe(200)
    const out = use(tab, null)
    await tab.settled()
    expect(asked()).toBe(2)
    await edge.clock.advance(1_000)
    expect((await out).code).toBe(200)
    expect((await use(tab, 'wrong')).code).toBe(bodyCode.tokenInvalid)
    const doubted = use(tab, 'wrong too')
    await tab.settled()
    expect(asked()).toBe(4)
    await edge.clock.advance(1_000)
    expect((await doubted).code).toBe(bodyCode.tokenInvalid)
    // A session that is known does not wait, no matter what else its address shows.
    expect((await use(tab, annasToken)).code).toBe(200)
  })
})

describe('a session that ends', () => {
  const end = () =>
    edge.bus.publish('player.close', anna, { code: 'signed-out', msg: 'ended', session: annasSession })

  test('while a socket is being made its, ends that as well', async () => {
    await started()
    const tab = await edge.welcomed()
    const { script } = edge.platform
    const original = script['player.identify']
    let answer = () => {}
    script['player.identify'] = async (request) => {
      const identified = await original(request)
      await new Promise<void>((resolve) => (answer = resolve))
      return identified
    }
    const using = use(tab, annasToken)
    await eventually(() => expect(edge.platform.asked['player.identify']).toHaveLength(2))
    end()
    answer()
    expect((await using).code).toBe(bodyCode.tokenInvalid)
    edge.bus.publish('player.seated', deviceA, { seated: seatedIn })
    expect(await tab.first('seated')).toEqual({ seated: seatedIn })

    const late = withToken(annasToken, deviceB)
    await eventually(() => expect(edge.platform.asked['player.identify']).toHaveLength(3))
    end()
    answer()
    expect((await late.first('close')).code).toBe('signed-out')
    expect(late.got('welcome')).toEqual([])
  })

  test('is noticed within ten seconds when no one was notified', async () => {
    await started()
    const { platform, clock } = edge
    const tab = withToken(annasToken)
    await tab.first('welcome')
    const guest = await edge.welcomed({ deviceId: deviceB })
    await clock.advance(10_000)
    await eventually(() => expect(platform.asked['session.check']).toEqual([{ sessions: [annasSession] }]))
    expect((await tab.settled()).code).toBe(200)
    platform.script['session.check'] = async () => refuse(bodyCode.unavailable, 'away')
    await clock.advance(10_000)
    await eventually(() => expect(platform.asked['session.check']).toHaveLength(2))
    expect((await tab.settled()).code).toBe(200)
    platform.script['session.check'] = async ({ sessions }) => ok({ ended: sessions })
    await clock.advance(10_000)
    expect((await tab.first('close')).code).toBe('signed-out')
    expect((await guest.settled()).code).toBe(200)
  })
})
