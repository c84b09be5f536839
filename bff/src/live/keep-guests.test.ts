import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type { ClientMessageName } from '@minefall/shared/contracts/live'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { commandId, identityOf, matchA } from '../testing/scripted-platform.ts'

const queue = { gameId: 'mines-trial', stake: '100', asset: 'trial' } as const
const message = { messageId: '00000000-0000-4000-8000-000000000001', text: 'Hello?' }
const seat = { commandId, matchId: matchA, ref: '01'.repeat(16), commit: '02'.repeat(32) }

let edge: EdgeUnderTest
beforeEach(async () => {
  edge = await edgeUnderTest()
})

/** What is asked of the chat that writes nothing of a guest down. */
const chatLooks: [ClientMessageName, object][] = [
  ['chat.open', {}],
  ['chat.history', { before: 9 }],
  ['chat.read', { seq: 1 }],
]
const heard = (name: string) => Object.entries(edge.platform.asked).find(([of]) => of === name)?.[1]
const kept = () => edge.platform.asked['player.keep']
/** As the platform refuses it: its data is what a refusal tells, not an answer. */
const crowded = async () =>
  refuse<never>(bodyCode.tooManyRequests, 'too many', z.custom<never>(() => true).parse({ seconds: 60 }))

describe('a guest', () => {
  test.each<[string, (tab: Tab) => Promise<unknown>]>([
    ['lobby.find', (tab) => tab.ask('lobby.find', queue)],
    ['lobby.host', (tab) => tab.ask('lobby.host', queue)],
    ['match.sit', (tab) => tab.ask('match.sit', seat)],
    ['chat.send', (tab) => tab.ask('chat.send', message)],
  ])('is kept before the first %s, with where the connection comes from, and once', async (_name, ask) => {
    const tab = await edge.welcomed()
    await tab.ask('lobby.watch', {})
    await tab.ask('chat.open', {})
    expect(kept()).toEqual([])
    expect(await ask(tab)).toMatchObject({ code: 200 })
    expect(await ask(tab)).toMatchObject({ code: 200 })
    const other = await edge.welcomed()
    expect(await ask(other)).toMatchObject({ code: 200 })
    expect(kept()).toEqual([{ deviceId: deviceA, address: '127.0.0.1' }])
  })

  test('of a crowded network is refused, asked about again after five seconds only, and looks on', async () => {
    edge.platform.script['player.keep'] = crowded
    const tabs = [await edge.welcomed(), await edge.welcomed({ deviceId: deviceB })]
    for (const tab of tabs)
      expect(await tab.ask('lobby.find', queue)).toMatchObject({ code: 1429, data: { seconds: 60 } })
    expect(kept()).toHaveLength(1)
    expect(edge.platform.asked['lobby.find']).toEqual([])
    expect(await tabs[0]?.ask('lobby.watch', {})).toMatchObject({ code: 200 })
    await edge.clock.advance(5_000)
    edge.platform.script['player.keep'] = async ({ deviceId }) => ok({ playerId: deviceId })
    expect(await tabs[0]?.ask('lobby.find', queue)).toMatchObject({ code: 200 })
    expect(kept()).toHaveLength(2)
  })

  test('is refused without asking for no longer when the clock is set back', async () => {
    edge.platform.script['player.keep'] = crowded
    const tab = await edge.welcomed()
    expect(await tab.ask('lobby.find', queue)).toMatchObject({ code: 1429 })
    edge.platform.script['player.keep'] = async ({ deviceId }) => ok({ playerId: deviceId })
    await edge.clock.advance(-3_600_000)
    expect(await tab.ask('lobby.find', queue)).toMatchObject({ code: 1429, data: { seconds: 60 } })
    await edge.clock.advance(5_000)
    expect(await tab.ask('lobby.find', queue)).toMatchObject({ code: 200 })
  })

  test('waits for a turn among strangers with what is written down of them, and with nothing else', async () => {
    edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
    const tab = await edge.welcomed()
    await edge.clock.advance(1_000)
    expect(await tab.ask('chat.send', message)).toMatchObject({ code: 200 })
    const found = tab.ask('lobby.find', queue)
    expect(await tab.ask('lobby.watch', {})).toMatchObject({ code: 200 })
    expect(edge.platform.asked['lobby.find']).toEqual([])
    await edge.clock.advance(1_000)
    expect(await found).toMatchObject({ code: 200 })
  })

  test.each(chatLooks)('waits for a turn among strangers with each %s', async (name, payload) => {
    edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
    const tab = await edge.welcomed()
    const answers = [1, 2].map(() => tab.ask(name, payload))
    await tab.settled()
    for (const times of [0, 1, 2]) {
      expect(heard(name)).toHaveLength(times)
      await edge.clock.advance(1_000)
      await answers[times]
    }
  })

  test('with much that waits for a turn is not taken for a leak', async () => {
    const warned: Error[] = []
    const warn = (warning: Error) => {
      if (warning.name === 'MaxListenersExceededWarning') warned.push(warning)
    }
    process.on('warning', warn)
    onTestFinished(() => void process.removeListener('warning', warn))
    edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
    const tab = await edge.welcomed()
    for (let nth = 0; nth < 20; nth++) void tab.ask('chat.open', {}).catch(() => undefined)
    await tab.settled()
    expect(warned).toEqual([])
  })

  test.each(chatLooks)('who signs in while %s waits asked as a guest', async (name, payload) => {
    edge = await edgeUnderTest({ STRANGERS_PER_SECOND: '1' })
    const tab = await edge.welcomed()
    const answer = tab.ask(name, payload)
    edge.platform.script['player.identify'] = async () => ok(identityOf('anna'))
    expect((await tab.ask('session.use', { token: 's.t' })).code).toBe(200)
    await edge.clock.advance(1_000)
    expect((await answer).code).toBe(200)
    expect(heard(name)).toMatchObject([{ playerId: deviceA }])
  })

  test('whose device has another guest by now goes on as that one', async () => {
    const tab = await edge.welcomed()
    const next = 'next'
    edge.platform.script['player.identify'] = async () => ok(identityOf(next))
    edge.platform.script['player.keep'] = async () => ok({ playerId: next })
    await tab.ask('lobby.find', queue)
    expect(edge.platform.asked['lobby.find']).toMatchObject([{ playerId: next }])
  })

  test('who has a seat is not asked about', async () => {
    const seated = { matchId: matchA, gameId: 'mines-trial' }
    edge.platform.script['player.identify'] = async ({ deviceId }) => ok({ ...identityOf(deviceId), seated })
    await (await edge.welcomed()).ask('match.sit', seat)
    expect(edge.platform.asked['match.sit']).toHaveLength(1)
    expect(kept()).toEqual([])
  })

  test('of platforms of the version before, who don’t know the question, is let through where they have a row', async () => {
    edge.line.leaveUnanswered('player.keep')
    const tab = await edge.welcomed()
    expect((await tab.ask('lobby.find', queue)).code).toBe(200)
    edge.platform.script['lobby.find'] = async () => refuse(bodyCode.notFound, 'not known')
    expect((await tab.ask('lobby.find', queue)).code).toBe(bodyCode.unavailable)
  })
})

test('an account is not asked about', async () => {
  const player = { name: 'Anna', avatar: 'a2', kind: 'player' } as const
  edge.platform.script['player.identify'] = async ({ deviceId }) => ok({ ...identityOf(deviceId), player })
  await (await edge.welcomed()).ask('lobby.find', queue)
  expect(edge.platform.asked['lobby.find']).toHaveLength(1)
  expect(kept()).toEqual([])
})
